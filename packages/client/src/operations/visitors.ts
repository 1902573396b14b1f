import { isAuthSession } from "../answers/credentials.ts"
import { id, object, text } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import { CountersignError } from "../errors.ts"
import { requireWebCrypto, type SigningKey } from "../keyPair.ts"
import { type Code, type LoginOptions, sealed, trustedTarget, untilRight } from "./emailOtp.ts"
import type { Parts } from "./Parts.ts"
import { activeSession } from "./sessions.ts"
import { type VisitorOidc, visitorOidcOn } from "./visitorOidc.ts"
import { isOwned, type SignedInVisitor, type VisitorPasskeys, visitorPasskeysOn } from "./visitorPasskeys.ts"

/** The address of a visitor, and how its code reaches the client. */
export interface VisitorSignInOptions extends Pick<LoginOptions, "keyPair"> {
  /** Gets the code, whether or not it has an account. */
  readonly email: string
  /** As that of `LoginOptions`, with attempt 1, 2 and 3, and the `alphabet` "NUMERIC" or "ALPHANUMERIC". */
  readonly code: (attempt: number, alphabet: string) => Code | Promise<Code>
}

/** Sign-in of a visitor whose wallet the page does not know, where the server mounts `forVisitor`. */
export interface Visitors extends VisitorOidc, VisitorPasskeys {
  /**
   * Signs a visitor in, and up where the platform lets them: has a code mailed to the address, requests it, has the platform
   * sign the user in, and opens the session of their wallet. Throws as `emailOtp.login` does, and `CountersignError` with the
   * reason "No user of the address" when the platform knows none. Every address gets a code.
   */
  readonly signIn: (options: VisitorSignInOptions) => Promise<SignedInVisitor>
}

export const visitorsOn = (parts: Parts): Visitors => {
  const { bundleSigners, keys, perform, send } = parts
  const open = async (accountId: string, signInId: string, signer: SigningKey) => {
    // The server's token binds the key to the sign-in, and only the server can read it.
    const values = { publicKey: signer.publicKey, verificationToken: text }
    const means = () => [{ activity: "ACTIVITY_TYPE_OTP_LOGIN_V2", accountId, values }]
    const call = { method: "POST", path: "/auth/sign-ins/session", body: { accountId, signInId }, confirm: undefined }
    const session = readAs(await perform({ ...call, means, signer }), isAuthSession, "an AuthSession")
    return activeSession(session, signer, keys)
  }
  return {
    ...visitorOidcOn(parts),
    ...visitorPasskeysOn(parts),
    signIn: async ({ code, email, keyPair }) => {
      requireWebCrypto()
      const issued = await send({ method: "POST", path: "/auth/sign-ins", body: JSON.stringify({ email }) })
      const { otpAlphabet, otpEncryptionTargetBundle, signInId } = readAs(issued, isStarted, "a StartedSignIn")
      const target = await trustedTarget(issued, otpEncryptionTargetBundle, bundleSigners)
      const signer = await (keyPair === undefined ? keys.create() : keys.importKey(keyPair.privateKey))
      const requested = (attempt: number) => code(attempt, otpAlphabet)
      const { accountId, customerId } = await untilRight(requested, async (answer) => {
        const encryptedOtpBundle = await sealed(answer, signer.publicKey, target)
        const body = JSON.stringify({ email, signInId, encryptedOtpBundle })
        return readAs(await send({ method: "POST", path: "/auth/sign-ins/verify", body }), isOwned, "a signed-in user")
      })
      try {
        return { accountId, customerId, session: await open(accountId, signInId, signer) }
      } catch (error) {
        if (!(error instanceof CountersignError && error.reason === "No such sign-in")) throw error
        signer.forget()
        return { accountId, customerId, session: undefined }
      }
    }
  }
}

const isStarted = object<Record<"otpAlphabet" | "otpEncryptionTargetBundle" | "signInId", string>>({
  signInId: id("Request"),
  otpAlphabet: text,
  otpEncryptionTargetBundle: text
})
