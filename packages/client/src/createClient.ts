import { parsePublicKey } from "@countersign/wire"
import { type ConnectionOptions, connect } from "./connection.ts"
import type { ActiveSession } from "./keyPair.ts"
import type { KeyStore, KeyStoreOn, Notice } from "./keys/KeyStore.ts"
import { platformKeyStore } from "./keys/platformKeyStore.ts"
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
import { type Guardians, guardiansOn } from "./operations/guardians.ts"
import { type History, historyOn } from "./operations/history.ts"
import { oauthOn } from "./operations/oauth.ts"
import type { Parts } from "./operations/Parts.ts"
import { passkeysOn } from "./operations/passkeys.ts"
import { type Recovery, recoveryOn } from "./operations/recovery.ts"
import { type Restore, restoreFrom, type Sessions, sessionsOn } from "./operations/sessions.ts"
import {
  type FetchWithProof,
  fetchWithProofOn,
  type OnStepUp,
  type Prove,
  performOn,
  proveBy,
  type SignedRetry,
  type SignedRetryWithoutReview,
  signedRetryOn
} from "./operations/signing.ts"
import { type Visitors, visitorsOn } from "./operations/visitors.ts"
import { serverClock } from "./serverClock.ts"
import type { Authenticators } from "./webauthn/assert.ts"

/** The operations of each credential type. To add a type, add its file and a line here. */
const loginsOn = (parts: Parts) => ({
  emailOtp: emailOtpOn(parts),
  oauth: oauthOn(parts),
  passkeys: passkeysOn(parts)
})
type Logins = ReturnType<typeof loginsOn>

/** Where the API is, and what the client pins and stores. */
export interface ClientOptions extends ConnectionOptions {
  /**
   * The server's public signing key in hex, compressed or uncompressed. Pin it in the app; never read it from a
   * response, because it detects a replaced target key. During a key rotation pass a list: a signature by any of them
   * is accepted.
   */
  readonly bundleSigner: string | ReadonlyArray<string>
  /** The header that carries the stamp, if the server renamed it; default "Service-Wallet-Signature". */
  readonly signatureHeader?: string
  /** Stores the session keys. Default: non-extractable keys in IndexedDB in a browser, elsewhere memory. */
  readonly keyStore?: KeyStore | KeyStoreOn
  /** Creates passkeys and signs with them on a platform that is not a browser. Default: the browser's. */
  readonly authenticators?: Authenticators
  /** Called for each session key that is only in memory because the platform has no better storage. */
  readonly onNotice?: (notice: Notice) => void
  /**
   * Called before a call is signed for which the platform's policy has a rule. Returns the session to sign with. A
   * refresh does not call it, because no other session may sign that.
   */
  readonly onStepUp?: OnStepUp
}

/**
 * The operations of the server. Each throws `CountersignError` for a refusal, `UnexpectedAnswerError` for a response
 * outside the API, and `NetworkError` when no response arrived. Operations that encrypt or decrypt a key throw
 * `WebCryptoUnavailableError` before they send anything on a page served over plain http.
 */
export interface Client extends Logins {
  /**
   * Calls an endpoint that the end user must sign, of the API or of your own server: both calls, and between them the
   * review of the terms and the signature.
   */
  readonly signedRetry: SignedRetry
  /**
   * Calls an endpoint, and signs whatever terms the server writes into the payload: a hostile one chooses them.
   *
   * @deprecated Call `signedRetry` with `expects` or `confirm`.
   */
  readonly signedRetryWithoutReview: SignedRetryWithoutReview
  /** The sessions of wallets: list, end and refresh them. */
  readonly sessions: Sessions
  /** The sign-in methods of a wallet: list, challenge and rename them. */
  readonly credentials: Credentials
  /** Adds a credential to a wallet, signed by a session. */
  readonly addCredential: AddCredential
  /** Removes a credential, signed by a session of another one. */
  readonly revokeCredential: RevokeCredential
  /** Changes of the customer that need a signature or a code. */
  readonly customers: Customers
  /** Shows the signed terms of a payment, signs them and executes the quote. */
  readonly executeQuote: ExecuteQuote
  /** Returns the mnemonic of a wallet, decrypted on this device. */
  readonly exportWallet: ExportWallet
  /** The history of wallets. */
  readonly history: History
  /** Recovers a wallet whose owner lost every credential. */
  readonly recovery: Recovery
  /** Sign-in of visitors whose wallet the page does not know. */
  readonly visitors: Visitors
  /** The people whose passkeys can start a recovery. */
  readonly guardians: Guardians
  /** Opens a new session with its own key from an active one. */
  readonly refresh: Sessions["refresh"]
  /** Returns a stored session, when its key is still on this device. */
  readonly restore: Restore
  /** Returns the headers that prove a session to an endpoint of your own server. */
  readonly prove: Prove
  /** Calls an endpoint of your own server with such headers. */
  readonly fetchWithProof: FetchWithProof
  /** Milliseconds since the epoch by the server's clock, as its answers show it. */
  readonly now: () => number
  /**
   * Ends a session, signed by the session itself, and forgets its private key, also when the server refuses or does not answer:
   * it may then stay active until it expires.
   */
  readonly logout: (session: ActiveSession) => Promise<void>
}

/**
 * Creates a client of one server. Throws `TypeError` without a required option, and `WireError` for a malformed
 * `bundleSigner`.
 */
export const createClient = (options: ClientOptions): Client => {
  requireOptions(options)
  const clock = serverClock()
  const send = connect(options, clock)
  const {
    authenticators,
    baseUrl,
    keyStore = platformKeyStore,
    onStepUp,
    signatureHeader = "Service-Wallet-Signature"
  } = options
  const keys = typeof keyStore === "function" ? keyStore((notice) => options.onNotice?.(notice), clock) : keyStore
  const perform = performOn(send, { baseUrl, signatureHeader, onStepUp })
  const performAlone = performOn(send, { baseUrl, signatureHeader, onStepUp: undefined })
  const { bundleSigner: pinned } = options
  const bundleSigners = (typeof pinned === "string" ? [pinned] : pinned).map(parsePublicKey)
  const sessions = sessionsOn(send, perform, performAlone, keys)
  const credentials = credentialsOn(send, perform)
  const addCredential = addCredentialOn(perform)
  const parts = { send, perform, clock, keys, authenticators, bundleSigners, credentials, addCredential }
  const prove = proveBy(signatureHeader, clock)
  return {
    ...loginsOn(parts),
    signedRetry: signedRetryOn(perform),
    signedRetryWithoutReview: signedRetryOn(perform, () => true),
    sessions,
    credentials,
    addCredential,
    revokeCredential: revokeCredentialOn(perform),
    customers: customersOn(parts),
    executeQuote: executeQuoteOn(send, signatureHeader, onStepUp),
    exportWallet: exportWalletOn(perform, bundleSigners),
    history: historyOn(send),
    guardians: guardiansOn(parts),
    recovery: recoveryOn(parts),
    visitors: visitorsOn(parts),
    refresh: sessions.refresh,
    restore: restoreFrom(keys, clock),
    prove,
    fetchWithProof: fetchWithProofOn(prove, clock, options.fetch),
    now: clock.now,
    logout: async (session) => {
      try {
        await sessions.revoke(session.id, { signer: session })
      } finally {
        session.signer.forget()
        await keys.drop(session.id)
      }
    }
  }
}

/** For callers without TypeScript. */
const requireOptions = (options: Partial<ClientOptions> = {}): void => {
  for (const name of ["baseUrl", "bundleSigner"] as const)
    if (options[name] === undefined) throw new TypeError(`createClient needs ${name}`)
}
