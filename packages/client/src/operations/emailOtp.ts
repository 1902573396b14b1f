import { type PublicKey, sealOtpBundle, uncompressedHex, verifyOtpTargetBundle, WireError } from "@countersign/wire"
import { type AuthMethod, isAuthMethod, isAuthSession } from "../answers/credentials.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Answer, Send } from "../connection.ts"
import { CountersignError, UnexpectedAnswerError } from "../errors.ts"
import { type ActiveSession, type KeyPair, requireWebCrypto } from "../keyPair.ts"
import type { KeyStore } from "../keys/KeyStore.ts"
import type { SigningKey } from "../keys/SigningKey.ts"
import { sendChallenge } from "./credentials.ts"
import { segment } from "./path.ts"
import { activeSession } from "./sessions.ts"
import type { Perform } from "./signedRetry.ts"

type Code = string | undefined

/**
 * Asks for a code and proves it, up to three times while it is wrong and nothing else is. Throws the last refusal.
 *
 * Wrong guesses count towards a lock, so one that was refused is not spent again.
 */
const untilRight = async <T>(
  ask: (attempt: number) => Code | Promise<Code>,
  prove: (code: string) => Promise<T>
): Promise<T> => {
  const refused = new Map<string, CountersignError>()
  for (const attempt of [1, 2, 3]) {
    const code = await ask(attempt)
    if (code === undefined) break
    if (refused.has(code)) continue
    try {
      return await prove(code)
    } catch (error) {
      if (!isWrongCode(error)) throw error
      refused.set(code, error)
    }
  }
  throw [...refused.values()].at(-1) ?? new TypeError("No code was given")
}

const isWrongCode = (error: unknown): error is CountersignError =>
  error instanceof CountersignError && error.status === 401 && error.reason === "Invalid OTP code"

export interface LoginOptions {
  /** The EMAIL_OTP credential to sign in with, `AuthMethod:<uuid>`. */
  readonly credentialId: string
  /**
   * Asks the user for the code, when it has been mailed and its target key has been checked. Asked with attempt 1, and
   * after a wrong code with 2 and 3, while the same mail holds. `undefined` gives up.
   */
  readonly code: (challenge: AuthMethod, attempt: number) => Code | Promise<Code>
  /** The key the session is to sign with; a fresh one unless given. The session keeps a copy. */
  readonly keyPair?: KeyPair
}

export interface EmailOtp {
  /**
   * Signs a user in: has a code mailed, asks for it, seals it to the service's key and proves the session's own key.
   *
   * A wrong code that is not corrected is a `CountersignError` with the reason "Invalid OTP code"; an answer that was
   * refused before is not sent again. A target key that `bundleSigner` did not sign is an `UnexpectedAnswerError`, before
   * any code is asked for. A code that is not 1 to 64 printable ASCII characters is a `TypeError`, and whatever `code`
   * throws is thrown on; neither is sent.
   */
  readonly login: (options: LoginOptions) => Promise<ActiveSession>
}

interface Service {
  readonly send: Send
  readonly perform: Perform
  readonly keys: KeyStore
  readonly bundleSigners: ReadonlyArray<PublicKey>
}

export const emailOtpOn = ({ bundleSigners, keys, perform, send }: Service): EmailOtp => ({
  login: async ({ code, credentialId, keyPair }) => {
    requireWebCrypto()
    const issued = await sendChallenge(send, credentialId)
    const challenge = readAs(issued, isAuthMethod, "an AuthMethod")
    const target = trustedTarget(issued, challenge, bundleSigners)
    const signer = await (keyPair === undefined ? keys.create() : keys.hold(keyPair.privateKey))
    const path = `/auth/credentials/${segment(credentialId)}/verify`
    const session = await untilRight(
      (attempt) => code(challenge, attempt),
      async (answer) => {
        const body = { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(answer, signer, target) }
        return readAs(await perform({ method: "POST", path, body, signer }), isAuthSession, "an AuthSession")
      }
    )
    return activeSession(session, signer, keys)
  }
})

/** A key that came along with the bundle proves nothing: whoever swaps the target swaps that key too. */
const trustedTarget = (answer: Answer, challenge: AuthMethod, signers: ReadonlyArray<PublicKey>): PublicKey => {
  const bundle = challenge.otpEncryptionTargetBundle
  if (bundle === undefined) throw new UnexpectedAnswerError(answer, "it brings no key to seal a code to")
  try {
    return verifyOtpTargetBundle(bundle, signers).target
  } catch (cause) {
    throw new UnexpectedAnswerError(answer, "bundleSigner did not sign the key to seal the code to", cause)
  }
}

const sealed = async (code: string, { publicKey }: SigningKey, target: PublicKey): Promise<string> => {
  try {
    return await sealOtpBundle({ code, publicKey: uncompressedHex(publicKey), target })
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause
    throw new TypeError("A code is 1 to 64 printable ASCII characters", { cause })
  }
}
