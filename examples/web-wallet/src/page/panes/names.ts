import type { CredentialType } from "@countersign/client"

/** What people call the types of credentials. */
export const NAMES: Readonly<Record<CredentialType, { readonly title: string; readonly short: string }>> = {
  EMAIL_OTP: { title: "Codes by e-mail", short: "E-mail" },
  OAUTH: { title: "OpenID identity", short: "OpenID" },
  PASSKEY: { title: "Passkey", short: "Passkey" }
}
