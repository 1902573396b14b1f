import { Schema } from "effect"
import type { Credential } from "../../Credential.ts"

/** What an EMAIL_OTP credential keeps: the address on file, as the customer record has it. */
export const Material = Schema.Struct({ email: Schema.String })
export type Material = typeof Material.Type

const decode = Schema.decodeUnknownSync(Material)

export const materialOf = (credential: Credential): Material => decode(credential.material)
