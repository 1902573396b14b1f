import { type AuthMethod, isAuthMethod } from "../answers/credentials.ts"
import { list, object } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Answer, Send } from "../connection.ts"
import { labelled } from "./addCredential.ts"
import { ofAccount, ofCredential, ofOneCase } from "./path.ts"
import type { Perform, SignedBy } from "./signing.ts"

/** The sign-in methods of wallets. */
export interface Credentials {
  /** Lists the credentials of an account, `InternalAccount:<uuid>`. */
  readonly list: (accountId: string) => Promise<readonly AuthMethod[]>
  /**
   * Starts a login. EMAIL_OTP: mails a new code, which invalidates the previous one, and returns the unverified bundle
   * to encrypt it to; `emailOtp.login` does both and verifies the bundle. Refused with 429 and `retryAfter` when called
   * too often.
   */
  readonly challenge: (credentialId: string) => Promise<AuthMethod>
  /**
   * Confirms a credential before `unconfirmedUntil`. A session of an older, confirmed credential signs that did not add
   * this one; refused with 403 `CONFIRMATION_REFUSED` for another.
   */
  readonly confirm: (credentialId: string, options: SignedBy) => Promise<AuthMethod>
  /**
   * Renames a PASSKEY. Any active session of the account may sign. Refused with 400 for other types, whose nickname is
   * an address or identity.
   */
  readonly rename: (credentialId: string, nickname: string, options: SignedBy) => Promise<AuthMethod>
}

export const credentialsOn = (send: Send, perform: Perform): Credentials => ({
  list: async (accountId) => {
    const answer = await send({ method: "GET", path: ofAccount("/auth/credentials", accountId) })
    return readAs(answer, isAuthMethods, "a list of AuthMethod").data
  },
  challenge: async (credentialId) => readAs(await sendChallenge(send, credentialId), isAuthMethod, "an AuthMethod"),
  confirm: async (credentialId, { confirm, signer }) => {
    const path = ofCredential(credentialId, "/confirm")
    const means = () => [{ values: { confirmCredential: { credentialId: ofOneCase(credentialId) } } }]
    return readAs(await perform({ method: "POST", path, signer, confirm, means }), isAuthMethod, "an AuthMethod")
  },
  rename: async (credentialId, nickname, { confirm, signer }) => {
    const call = { method: "PATCH", path: ofCredential(credentialId), body: { nickname }, signer, confirm }
    const renameCredential = { credentialId: ofOneCase(credentialId), nickname: labelled(nickname) }
    const means = () => [{ values: { renameCredential } }]
    return readAs(await perform({ ...call, means }), isAuthMethod, "an AuthMethod")
  }
})

/** Calls challenge and returns the response without validating it. */
export const sendChallenge = (
  send: Send,
  credentialId: string,
  body?: { readonly clientPublicKey: string }
): Promise<Answer> =>
  send({
    method: "POST",
    path: ofCredential(credentialId, "/challenge"),
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const isAuthMethods = object({ data: list(isAuthMethod) })
