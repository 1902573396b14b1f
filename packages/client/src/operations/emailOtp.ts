import {
  type PublicKey,
  sealOtpBundle,
  typedCode,
  uncompressedHex,
  verifyOtpTargetBundleAsync,
  WireError
} from "@countersign/wire"
import { type AuthMethod, isAuthMethod, isAuthSession } from "../answers/credentials.ts"
import { text } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Answer } from "../connection.ts"
import { CountersignError, UnexpectedAnswerError } from "../errors.ts"
import { type ActiveSession, type KeyPair, requireWebCrypto } from "../keyPair.ts"
import { sendChallenge } from "./credentials.ts"
import type { Parts } from "./Parts.ts"
import { ofCredential } from "./path.ts"
import { activeSession } from "./sessions.ts"

export type Code = string | undefined

/**
 * Requests a code and tries it, up to three times while the only error is a wrong code. Throws the last refusal.
 *
 * Wrong guesses count towards a lock, so a refused code is not sent again, and neither is a text that no code can be.
 */
export const untilRight = async <T>(
  prompt: (attempt: number) => Code | Promise<Code>,
  prove: (code: string) => Promise<T>
): Promise<T> => {
  const refused = new Map<string, CountersignError>()
  for (const attempt of [1, 2, 3]) {
    const given = await prompt(attempt)
    if (given === undefined) break
    const code = typedCode(given)
    if (refused.has(code) || !CODE.test(code)) continue
    try {
      return await prove(code)
    } catch (error) {
      if (!isWrongCode(error)) throw error
      refused.set(code, error)
    }
  }
  throw [...refused.values()].at(-1) ?? new TypeError("No code was given")
}

/** The letters and digits of every code. */
const CODE = /^[0-9A-Z]{1,64}$/u

const isWrongCode = (error: unknown): error is CountersignError =>
  error instanceof CountersignError && error.status === 401 && error.reason === "Invalid OTP code"

/** The credential, and how its code reaches the client. */
export interface LoginOptions {
  /** The EMAIL_OTP credential to sign in with, `AuthMethod:<uuid>`. */
  readonly credentialId: string
  /**
   * Requests the code from the end user, after it has been mailed and its target key verified. Called with attempt 1,
   * and after a wrong code with 2 and 3, while the same code is valid. Return `undefined` to cancel.
   */
  readonly code: (challenge: AuthMethod, attempt: number) => Code | Promise<Code>
  /** The key pair for the session; default: a new one. The session copies it. */
  readonly keyPair?: KeyPair
}

/** Login by e-mail code. */
export interface EmailOtp {
  /**
   * Signs a user in: has a code mailed, requests it, encrypts it to the server's key and proves the session key.
   *
   * Throws `CountersignError` with the reason "Invalid OTP code" when the code stays wrong; a refused code is not sent
   * again. Throws `UnexpectedAnswerError` before requesting a code when `bundleSigner` did not sign the target key.
   * Ignores white space, dashes and dots in a code, and its case. Sends nothing for a text that no code can be, and requests
   * the code again. Rethrows errors of `code`.
   */
  readonly login: (options: LoginOptions) => Promise<ActiveSession>
}

export const emailOtpOn = ({ bundleSigners, keys, perform, send }: Parts): EmailOtp => ({
  login: async ({ code, credentialId, keyPair }) => {
    requireWebCrypto()
    const issued = await sendChallenge(send, credentialId)
    const challenge = readAs(issued, isAuthMethod, "an AuthMethod")
    const target = await trustedTarget(issued, challenge.otpEncryptionTargetBundle, bundleSigners)
    const signer = await (keyPair === undefined ? keys.create() : keys.importKey(keyPair.privateKey))
    const path = ofCredential(credentialId, "/verify")
    // The server's token binds the key to the code, and only the server can read it.
    const values = { publicKey: signer.publicKey, verificationToken: text }
    const means = () => [{ activity: "ACTIVITY_TYPE_OTP_LOGIN_V2", accountId: challenge.accountId, values }]
    const session = await untilRight(
      (attempt) => code(challenge, attempt),
      async (answer) => {
        const body = { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(answer, signer.publicKey, target) }
        const call = { method: "POST", path, body, signer, confirm: undefined }
        return readAs(await perform({ ...call, means }), isAuthSession, "an AuthSession")
      }
    )
    return activeSession(session, signer, keys)
  }
})

/** Ignores a signer key in the bundle: an attacker who replaces the target key can replace that key too. */
export const trustedTarget = async (
  answer: Pick<Answer, "call" | "status">,
  bundle: string | undefined,
  signers: ReadonlyArray<PublicKey>
): Promise<PublicKey> => {
  if (bundle === undefined) throw new UnexpectedAnswerError(answer, "the response has no key to encrypt a code to")
  try {
    return (await verifyOtpTargetBundleAsync(bundle, signers)).target
  } catch (cause) {
    throw new UnexpectedAnswerError(answer, "bundleSigner did not sign the key to encrypt the code to", cause)
  }
}

/** Encrypts a typed code and the key that signs the retry. Throws a `TypeError` for a text that no code can be. */
export const sealed = async (typed: string, publicKey: PublicKey, target: PublicKey): Promise<string> => {
  try {
    return await sealOtpBundle({ code: typedCode(typed), publicKey: uncompressedHex(publicKey), target })
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause
    throw new TypeError("A code is 1 to 64 letters and digits", { cause })
  }
}
