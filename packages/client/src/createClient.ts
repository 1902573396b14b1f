import { type PublicKey, parsePublicKey } from "@countersign/wire"
import { type ConnectionOptions, connect, type Send } from "./connection.ts"
import type { ActiveSession } from "./keyPair.ts"
import type { KeyStore } from "./keys/KeyStore.ts"
import { type Notice, platformKeyStore } from "./keys/platformKeyStore.ts"
import {
  type AddCredential,
  addCredentialOn,
  type RevokeCredential,
  revokeCredentialOn
} from "./operations/addCredential.ts"
import { type Credentials, credentialsOn } from "./operations/credentials.ts"
import { type Customers, customersOn } from "./operations/customers.ts"
import { emailOtpOn } from "./operations/emailOtp.ts"
import { type ExecuteQuote, executeQuoteOn } from "./operations/executeQuote.ts"
import { type ExportWallet, exportWalletOn } from "./operations/exportWallet.ts"
import { oauthOn } from "./operations/oauth.ts"
import { passkeysOn } from "./operations/passkeys.ts"
import { type Restore, restoreFrom, type Sessions, sessionsOn } from "./operations/sessions.ts"
import {
  type Perform,
  type Prove,
  performOn,
  proveBy,
  type SignedRetry,
  signedRetryOn
} from "./operations/signedRetry.ts"

/** What the operations of a type of credential work with. */
interface Parts {
  readonly send: Send
  readonly perform: Perform
  readonly keys: KeyStore
  readonly bundleSigners: ReadonlyArray<PublicKey>
  readonly credentials: Credentials
  readonly addCredential: AddCredential
}

/** The operations of each type of credential. A new type is its file and a line here. */
const loginsOn = (parts: Parts) => ({
  emailOtp: emailOtpOn(parts),
  oauth: oauthOn(parts),
  passkeys: passkeysOn(parts)
})
type Logins = ReturnType<typeof loginsOn>

export interface ClientOptions extends ConnectionOptions {
  /**
   * The public key the service signs its bundles with, hex of either case, compressed or not. Take it from where the
   * service publishes it, never from an answer: it is what a swapped target key is told by.
   * A list while the service replaces its key: what any of them signed is believed.
   */
  readonly bundleSigner: string | ReadonlyArray<string>
  /** The header stamps travel in, where the service renamed it. "Service-Wallet-Signature" unless given. */
  readonly signatureHeader?: string
  /**
   * Where the keys of sessions live. Unless given: in a browser as non-extractable keys in IndexedDB, elsewhere in memory.
   */
  readonly keyStore?: KeyStore
  /** Told, per key, when the key of a session is in memory only because the platform has nothing better. */
  readonly onNotice?: (notice: Notice) => void
}

/**
 * The operations of the service. Each throws `CountersignError` when the service refuses, `UnexpectedAnswerError` when
 * the answer is none of this API, and `NetworkError` when there is none. What seals or opens a key throws
 * `WebCryptoUnavailableError` before it sends anything from a page that came over plain http.
 */
export interface Client extends Logins {
  readonly signedRetry: SignedRetry
  readonly sessions: Sessions
  readonly credentials: Credentials
  readonly addCredential: AddCredential
  readonly revokeCredential: RevokeCredential
  readonly customers: Customers
  readonly executeQuote: ExecuteQuote
  readonly exportWallet: ExportWallet
  readonly refresh: Sessions["refresh"]
  readonly restore: Restore
  readonly prove: Prove
  /** Ends a session with its own signature and then forgets its private key, so that it signs nothing any more. */
  readonly logout: (session: ActiveSession) => Promise<void>
}

/** A client of one service. Throws `WireError` when `bundleSigner` is no P-256 public key, or lists one that is none. */
export const createClient = (options: ClientOptions): Client => {
  const send = connect(options)
  const keys = options.keyStore ?? platformKeyStore((notice) => options.onNotice?.(notice))
  const { baseUrl, signatureHeader = "Service-Wallet-Signature" } = options
  const perform = performOn(send, { baseUrl, signatureHeader })
  const { bundleSigner: pinned } = options
  const bundleSigners = (typeof pinned === "string" ? [pinned] : pinned).map(parsePublicKey)
  const sessions = sessionsOn(send, perform, keys)
  const credentials = credentialsOn(send)
  const addCredential = addCredentialOn(perform)
  return {
    ...loginsOn({ send, perform, keys, bundleSigners, credentials, addCredential }),
    signedRetry: signedRetryOn(perform),
    sessions,
    credentials,
    addCredential,
    revokeCredential: revokeCredentialOn(perform),
    customers: customersOn(perform),
    executeQuote: executeQuoteOn(send, signatureHeader),
    exportWallet: exportWalletOn(perform, bundleSigners),
    refresh: sessions.refresh,
    restore: restoreFrom(keys),
    prove: proveBy(signatureHeader),
    logout: async (session) => {
      await sessions.revoke(session.id, { signer: session })
      session.signer.forget()
      await keys.drop(session.id)
    }
  }
}
