import { Schema } from "effect"

/** The types of credential an account may have; each has a kind of the same name in `credentials/kinds`. */
export const CredentialType = Schema.Literals(["OAUTH", "EMAIL_OTP", "PASSKEY"])
export type CredentialType = typeof CredentialType.Type
