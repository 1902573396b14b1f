import { parsePublicKey } from "@countersign/wire"
import { type ConnectionOptions, connect } from "./connection.ts"
import { type Credentials, credentialsOn } from "./operations/credentials.ts"
import { type EmailOtp, emailOtpOn } from "./operations/emailOtp.ts"
import { type Sessions, sessionsOn } from "./operations/sessions.ts"
import { performOn, type SignedRetry, signedRetryOn } from "./operations/signedRetry.ts"
import type { ActiveSession } from "./signer.ts"

export interface ClientOptions extends ConnectionOptions {
  /**
   * The public key the service signs its bundles with, hex of either case, compressed or not. Take it from where the
   * service publishes it, never from an answer: it is what a swapped target key is told by.
   */
  readonly bundleSigner: string
  /** The header stamps travel in, where the service renamed it. "Service-Wallet-Signature" unless given. */
  readonly signatureHeader?: string
}

/**
 * The operations of the service. Each throws `CountersignError` when the service refuses, `UnexpectedAnswerError` when
 * the answer is none of this API, and `NetworkError` when there is none.
 */
export interface Client {
  readonly emailOtp: EmailOtp
  readonly signedRetry: SignedRetry
  readonly sessions: Sessions
  readonly credentials: Credentials
  /** Ends a session with its own signature and then overwrites its private key, so that it signs nothing any more. */
  readonly logout: (session: ActiveSession) => Promise<void>
}

/** A client of one service. Throws `WireError` when `bundleSigner` is no P-256 public key. */
export const createClient = (options: ClientOptions): Client => {
  const send = connect(options)
  const perform = performOn(send, options.signatureHeader ?? "Service-Wallet-Signature")
  const sessions = sessionsOn(send, perform)
  return {
    emailOtp: emailOtpOn(send, perform, parsePublicKey(options.bundleSigner)),
    signedRetry: signedRetryOn(perform),
    sessions,
    credentials: credentialsOn(send),
    logout: async (session) => {
      await sessions.revoke(session.id, { signer: session })
      session.keyPair.privateKey.fill(0)
    }
  }
}
