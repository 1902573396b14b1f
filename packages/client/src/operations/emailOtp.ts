import { type PublicKey, sealOtpBundle, uncompressedHex, verifyOtpTargetBundle, WireError } from "@countersign/wire"
import { type AuthMethod, isAuthMethod } from "../answers/AuthMethod.ts"
import { isAuthSession } from "../answers/AuthSession.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Answer, Send } from "../connection.ts"
import { UnexpectedAnswerError } from "../errors/UnexpectedAnswerError.ts"
import { generateKeyPair, hiddenKeyPair, type KeyPair } from "../keyPair.ts"
import type { ActiveSession } from "../signer.ts"
import { sendChallenge } from "./credentials.ts"
import { segment } from "./path.ts"
import type { Perform } from "./signedRetry.ts"

export interface LoginOptions {
  /** The EMAIL_OTP credential to sign in with, `AuthMethod:<uuid>`. */
  readonly credentialId: string
  /** Asks the user for the code; called once, when it has been mailed and its target key has been checked. */
  readonly code: (challenge: AuthMethod) => string | Promise<string>
  /** The key the session is to sign with; a fresh one unless given. The session keeps a copy. */
  readonly keyPair?: KeyPair
}

export interface EmailOtp {
  /**
   * Signs a user in: has a code mailed, asks for it, seals it to the service's key and proves the session's own key.
   *
   * A wrong code is a `CountersignError` with the reason "Invalid OTP code". A target key that `bundleSigner` did not
   * sign is an `UnexpectedAnswerError`, before any code is asked for. A code that is not 1 to 64 printable ASCII
   * characters is a `TypeError`, and whatever `code` throws is thrown on; neither is sent.
   */
  readonly login: (options: LoginOptions) => Promise<ActiveSession>
}

export const emailOtpOn = (send: Send, perform: Perform, bundleSigner: PublicKey): EmailOtp => ({
  login: async (options) => {
    const issued = await sendChallenge(send, options.credentialId)
    const challenge = readAs(issued, isAuthMethod, "an AuthMethod")
    const target = trustedTarget(issued, challenge, bundleSigner)
    const code = await options.code(challenge)
    const keyPair = options.keyPair === undefined ? generateKeyPair() : hiddenKeyPair(options.keyPair.privateKey)
    const verified = await perform({
      method: "POST",
      path: `/auth/credentials/${segment(options.credentialId)}/verify`,
      body: { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(code, keyPair, target) },
      signer: keyPair
    })
    return { ...readAs(verified, isAuthSession, "an AuthSession"), keyPair }
  }
})

/** A key that came along with the bundle proves nothing: whoever swaps the target swaps that key too. */
const trustedTarget = (answer: Answer, challenge: AuthMethod, bundleSigner: PublicKey): PublicKey => {
  const bundle = challenge.otpEncryptionTargetBundle
  if (bundle === undefined) throw new UnexpectedAnswerError(answer, "it brings no key to seal a code to")
  try {
    return verifyOtpTargetBundle(bundle, bundleSigner).target
  } catch (cause) {
    throw new UnexpectedAnswerError(answer, "bundleSigner did not sign the key to seal the code to", cause)
  }
}

const sealed = async (code: string, { publicKey }: KeyPair, target: PublicKey): Promise<string> => {
  try {
    return await sealOtpBundle({ code, publicKey: uncompressedHex(publicKey), target })
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause
    throw new TypeError("A code is 1 to 64 printable ASCII characters", { cause })
  }
}
