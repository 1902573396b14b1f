import type { Guard } from "./guard.ts"

/** The type of a credential. A server may have types that this client has no operation for. */
export type CredentialType = "EMAIL_OTP" | "OAUTH" | "PASSKEY" | (string & Record<never, never>)

/** Accepts any type name, because a newer server may have types that this client does not know. */
export const isCredentialType: Guard<CredentialType> = (value): value is CredentialType =>
  typeof value === "string" && /^[A-Z][A-Z0-9_]*$/u.test(value)
