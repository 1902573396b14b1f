import { Schema } from "effect"

/** The types of credential an account may have; each has a kind of the same name in `credentials/kinds`. */
export const CredentialType = Schema.Literals(["EMAIL_OTP"])
export type CredentialType = typeof CredentialType.Type
