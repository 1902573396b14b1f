import { type AuthMethod, isAuthMethod } from "../answers/credentials.ts"
import { absent, text } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Signer } from "../keyPair.ts"
import type { Attestation } from "../webauthn/attest.ts"
import { ofCredential, ofOneCase } from "./path.ts"
import type { Meaning } from "./requireSameAction.ts"
import type { Confirm, Perform, SignedBy } from "./signing.ts"

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
  options: { readonly signer?: Signer | undefined; readonly confirm?: Confirm | undefined }
) => Promise<AuthMethod>

/** `signer` is a session of another credential of the account. Removing the last credential is refused with 400. */
export type RevokeCredential = (credentialId: string, options: SignedBy) => Promise<void>

export const addCredentialOn =
  (perform: Perform): AddCredential =>
  async (credential, { confirm, signer }) => {
    const body = { ...credential }
    const means = () => [additionOf(credential)]
    const answer = await perform({ method: "POST", path: "/auth/credentials", body, signer, confirm, means })
    return readAs(answer, isAuthMethod, "an AuthMethod")
  }

export const revokeCredentialOn =
  (perform: Perform): RevokeCredential =>
  async (credentialId, { confirm, signer }) => {
    const path = ofCredential(credentialId)
    const ids = [ofOneCase(credentialId)]
    // The caller names no type. An e-mail credential is removed as the address, and the path of the call names it.
    const means = (userId: string) => [
      { activity: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS", values: { authenticatorIds: ids, userId } },
      { activity: "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS", values: { providerIds: ids, userId } },
      { activity: "ACTIVITY_TYPE_UPDATE_USER_EMAIL", values: { userEmail: "", userId } }
    ]
    readAs(await perform({ method: "DELETE", path, signer, confirm, means }), absent, "empty")
  }

/** Returns the meaning of an addition. The client knows neither the address nor the issuer's name. */
export const additionOf = (credential: NewCredential): Meaning => {
  const accountId = ofOneCase(credential.accountId)
  switch (credential.type) {
    case "EMAIL_OTP":
      return {
        activity: "ACTIVITY_TYPE_UPDATE_USER_EMAIL",
        accountId,
        values: { userEmail: (email) => text(email) && email !== "", userId: accountId }
      }
    case "OAUTH": {
      const { oidcToken } = credential
      const values = { oauthProviders: [{ oidcToken, providerName: text }], userId: accountId }
      return { activity: "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS", accountId, values }
    }
    case "PASSKEY": {
      const { attestation, challenge, nickname } = credential
      const { transports, ...rest } = attestation
      const authenticator = { attestation: rest, authenticatorName: labelled(nickname), challenge, transports }
      const values = { authenticators: [authenticator], userId: accountId }
      return { activity: "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2", accountId, values }
    }
  }
}

/** Accepts a name as the server stores it. */
export const labelled =
  (name: string) =>
  (stored: unknown): boolean =>
    stored === name.normalize("NFC").trim() || stored === name.trim()
