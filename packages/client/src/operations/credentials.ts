import { type AuthMethod, isAuthMethod } from "../answers/credentials.ts"
import { type Guard, list, object } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Answer, Send } from "../connection.ts"
import { ofAccount, segment } from "./path.ts"

export interface Credentials {
  /** Lists the credentials of an account, `InternalAccount:<uuid>`. */
  readonly list: (accountId: string) => Promise<readonly AuthMethod[]>
  /**
   * Starts a login. EMAIL_OTP: mails a new code, which invalidates the previous one, and returns the unverified bundle
   * to encrypt it to; `emailOtp.login` does both and verifies the bundle. Refused with 429 and `retryAfter` when called
   * too often.
   */
  readonly challenge: (credentialId: string) => Promise<AuthMethod>
}

export const credentialsOn = (send: Send): Credentials => ({
  list: async (accountId) => {
    const answer = await send({ method: "GET", path: ofAccount("/auth/credentials", accountId) })
    return readAs(answer, isAuthMethods, "a list of AuthMethod").data
  },
  challenge: async (credentialId) => {
    return readAs(await sendChallenge(send, credentialId), isAuthMethod, "an AuthMethod")
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
    path: `/auth/credentials/${segment(credentialId)}/challenge`,
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const isAuthMethods: Guard<{ readonly data: readonly AuthMethod[] }> = object<{ readonly data: readonly AuthMethod[] }>(
  {
    data: list(isAuthMethod)
  }
)
