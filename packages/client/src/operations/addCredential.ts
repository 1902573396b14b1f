import { type AuthMethod, isAuthMethod } from "../answers/credentials.ts"
import { absent } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Signer } from "../keyPair.ts"
import type { Attestation } from "../webauthn/attest.ts"
import { segment } from "./path.ts"
import type { Perform } from "./signedRetry.ts"

/** A credential to add. An EMAIL_OTP uses the customer's e-mail address. */
export type NewCredential =
  | { readonly type: "EMAIL_OTP"; readonly accountId: string }
  | { readonly type: "OAUTH"; readonly accountId: string; readonly oidcToken: string }
  | {
      readonly type: "PASSKEY"
      readonly accountId: string
      readonly nickname: string
      readonly challenge: string
      readonly attestation: Attestation
    }

/** `signer` is a session of the account. The first credential of an account needs no signer. */
export type AddCredential = (
  credential: NewCredential,
  options: { readonly signer?: Signer | undefined }
) => Promise<AuthMethod>

/**
 * `signer` is a session that another credential of the account opened. Removing the last credential is refused with
 * 400.
 */
export type RevokeCredential = (credentialId: string, options: { readonly signer: Signer }) => Promise<void>

export const addCredentialOn =
  (perform: Perform): AddCredential =>
  async (credential, { signer }) => {
    const body = { ...credential }
    const answer = await perform({ method: "POST", path: "/auth/credentials", body, signer })
    return readAs(answer, isAuthMethod, "an AuthMethod")
  }

export const revokeCredentialOn =
  (perform: Perform): RevokeCredential =>
  async (credentialId, { signer }) => {
    const answer = await perform({
      method: "DELETE",
      path: `/auth/credentials/${segment(credentialId, "credentialId")}`,
      signer
    })
    readAs(answer, absent, "empty")
  }
