import { Schema } from "effect"
import type { Credential } from "./Credential.ts"

/** The stored data of an EMAIL_OTP credential: the customer's address. */
const Material = Schema.Struct({ email: Schema.String })
type Material = typeof Material.Type

const decode = Schema.decodeUnknownSync(Material)

export const materialOf = (credential: Credential): Material => decode(credential.material)
