import type { CredentialType } from "../../model/CredentialType.ts"
import { EMAIL_OTP } from "./EMAIL_OTP.ts"
import { OAUTH } from "./OAUTH.ts"
import { PASSKEY } from "./PASSKEY.ts"

/** Every kind of credential, under its type. A new one is its file and a line here. */
export const kinds = { OAUTH, EMAIL_OTP, PASSKEY } satisfies {
  readonly [Type in CredentialType]: { readonly type: Type }
}
