import type { CredentialType } from "@countersign/client"

/** What people call the types of credentials. */
export const NAMES: Readonly<Record<CredentialType, { readonly title: string; readonly by: string }>> = {
  EMAIL_OTP: { title: "Codes by e-mail", by: "e-mail" },
  OAUTH: { title: "OpenID identity", by: "OpenID" },
  PASSKEY: { title: "Passkey", by: "passkey" }
}
