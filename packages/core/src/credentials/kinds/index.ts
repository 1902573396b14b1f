import type { CredentialType } from "../../model/CredentialType.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { CredentialId } from "../../model/ids.ts"
import type { KeptReads } from "../Kind.ts"
import { EMAIL_OTP } from "./EMAIL_OTP.ts"
import { OAUTH } from "./OAUTH.ts"
import { PASSKEY } from "./PASSKEY.ts"

/** Every kind of credential, under its type, in the order of the document. A new one is its file and a line here. */
export const kinds = { EMAIL_OTP, OAUTH, PASSKEY } satisfies {
  readonly [Type in CredentialType]: { readonly type: Type }
}

/** What a credential keeps beside it, where its type is not known before it is loaded. */
export const keptReads = (environment: EnvironmentKey, credentialId: CredentialId): KeptReads => ({
  ...OAUTH.reads(),
  ...PASSKEY.reads(),
  ...EMAIL_OTP.reads(environment, credentialId)
})
