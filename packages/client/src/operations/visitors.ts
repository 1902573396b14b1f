import { uncompressedHex } from "@countersign/wire"
import { isAuthSession } from "../answers/credentials.ts"
import { id, object, text } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Answer } from "../connection.ts"
import { CountersignError, PasskeysUnavailableError } from "../errors.ts"
import { type ActiveSession, type KeyPair, requireWebCrypto, type SigningKey } from "../keyPair.ts"
import { authenticatorsOf } from "../webauthn/assert.ts"
import { type Code, type LoginOptions, sealed, trustedTarget, untilRight } from "./emailOtp.ts"
import type { Parts } from "./Parts.ts"
import { sendAssertion } from "./passkeys.ts"
import { activeSession, openedSession, withClientKey } from "./sessions.ts"

/** The address of a visitor, and how its code reaches the client. */
export interface VisitorSignInOptions extends Pick<LoginOptions, "keyPair"> {
  /** Gets the code, whether or not it has an account. */
  readonly email: string
  /** As that of `LoginOptions`, with attempt 1, 2 and 3, and the `alphabet` "NUMERIC" or "ALPHANUMERIC". */
  readonly code: (attempt: number, alphabet: string) => Code | Promise<Code>
}

/** How the passkeys of a visitor are offered. */
export interface VisitorPasskeyOptions {
  /**
   * Offers them in the autofill of an input whose `autocomplete` contains `webauthn`, without a prompt. Resolves when the visitor
   * picks one. Throws `PasskeysUnavailableError` in browsers without it.
   */
  readonly isAutofill?: boolean
  /** Ends the offer: the promise rejects with the browser's "AbortError". A page has one offer at a time. */
  readonly signal?: AbortSignal
  /** The relying party id that the passkeys were registered with, if it differs from the page's host. */
  readonly rpId?: string
}

/** A visitor whom the platform has signed in. The browser has its cookie. */
export interface SignedInVisitor {
  /** `Customer:<uuid>` */
  readonly customerId: string
  /** `InternalAccount:<uuid>`, the wallet of the user. */
  readonly accountId: string
  /** Undefined if the wallet has no EMAIL_OTP credential of the address: sign in with another credential of it. */
  readonly session: ActiveSession | undefined
}

/** Sign-in of a visitor whose wallet the page does not know, where the server mounts `forVisitor`. */
export interface Visitors {
  /**
   * Signs a visitor in, and up where the platform lets them: has a code mailed to the address, requests it, has the platform
   * sign the user in, and opens the session of their wallet. Throws as `emailOtp.login` does, and `CountersignError` with the
   * reason "No user of the address" when the platform knows none. Every address gets a code.
   */
  readonly signIn: (options: VisitorSignInOptions) => Promise<SignedInVisitor>
  /** Signs a visitor in with any passkey of the site that their device has. The session is that of the passkey's wallet. */
  readonly signInWithPasskey: (
    options?: VisitorPasskeyOptions
  ) => Promise<SignedInVisitor & { readonly session: ActiveSession }>
}

export const visitorsOn = ({ authenticators, bundleSigners, clock, keys, perform, send }: Parts): Visitors => {
  const open = async (accountId: string, signInId: string, signer: SigningKey) => {
    // The server's token binds the key to the sign-in, and only the server can read it.
    const values = { publicKey: signer.publicKey, verificationToken: text }
    const means = () => [{ activity: "ACTIVITY_TYPE_OTP_LOGIN_V2", accountId, values }]
    const call = { method: "POST", path: "/auth/sign-ins/session", body: { accountId, signInId }, confirm: undefined }
    const session = readAs(await perform({ ...call, means, signer }), isAuthSession, "an AuthSession")
    return activeSession(session, signer, keys)
  }
  /** Offers passkeys until one is picked. The challenge of an offer that nothing came of is replaced before it expires. */
  const offer = async (clientKey: KeyPair, options: VisitorPasskeyOptions): Promise<Answer> => {
    const fields = { clientPublicKey: uncompressedHex(clientKey.publicKey) }
    const issued = await send({ method: "POST", path: ANY_PASSKEY, body: JSON.stringify(fields) })
    const { challenge, expiresAt, requestId } = readAs(issued, isAwaited, "a PasskeyAwaited")
    const { abort, signal } = aborts(options.signal)
    let isLate = false
    const timer = setTimeout(
      () => {
        isLate = options.isAutofill === true
        if (isLate) abort()
      },
      Date.parse(expiresAt) - clock.now() - SOON
    )
    try {
      const path = `${ANY_PASSKEY}/verify`
      const prompt = { ...options, authenticators, signal }
      return await sendAssertion(send, path, fields, { challenge, requestId }, prompt)
    } catch (error) {
      if (!isLate) throw error
    } finally {
      clearTimeout(timer)
    }
    return offer(clientKey, options)
  }
  return {
    signInWithPasskey: (options = {}) =>
      withClientKey(async (clientKey) => {
        authenticatorsOf(authenticators)
        if (options.isAutofill === true && !(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()))
          throw new PasskeysUnavailableError()
        const answer = await offer(clientKey, options)
        const { accountId, customerId } = readAs(answer, isSignedIn, "a signed-in user")
        return { accountId, customerId, session: await openedSession(answer, clientKey, keys) }
      }),
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
        return readAs(
          await send({ method: "POST", path: "/auth/sign-ins/verify", body }),
          isSignedIn,
          "a signed-in user"
        )
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

/** A signal that ends with the one of the caller, too. `AbortSignal.any` is younger than passkeys. */
const aborts = (outer: AbortSignal | undefined) => {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (outer?.aborted === true) abort()
  outer?.addEventListener("abort", abort)
  return { abort, signal: controller.signal }
}

const ANY_PASSKEY = "/auth/sign-ins/passkey"
/** The time that an authenticator has after the visitor has picked a passkey, in milliseconds. */
const SOON = 60_000

const isAwaited = object<Record<"challenge" | "expiresAt" | "requestId", string>>({
  challenge: text,
  expiresAt: text,
  requestId: id("Request")
})
const isStarted = object<Record<"otpAlphabet" | "otpEncryptionTargetBundle" | "signInId", string>>({
  signInId: id("Request"),
  otpAlphabet: text,
  otpEncryptionTargetBundle: text
})
const isSignedIn = object<Omit<SignedInVisitor, "session">>({
  accountId: id("InternalAccount"),
  customerId: id("Customer")
})
