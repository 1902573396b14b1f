import type { Call, Checked, Guarded, HostCall } from "@countersign/http/host"
import type * as t from "../types.ts"

/** A call to an endpoint of the host, as the endpoint received it. */
export interface OwnCall {
  /** Names the operation. A request id issued for one name is rejected under every other. */
  readonly name: string
  readonly method: string
  /** As the caller sent it, including the query. */
  readonly path: string
  /** As the caller sent it; null when there was no body. */
  readonly body: t.JsonValue
  /** The account whose session must sign. */
  readonly accountId: string
  /**
   * The terms that the end user sees and signs, in place of the body's digest. At most 4,096 bytes of JSON, including
   * the path.
   */
  readonly payload?: t.JsonValue
  /** Identifies the caller by the host's own sign-in. First calls are rate limited per caller. */
  readonly caller?: string
  /** Accepts a wallet on hold for a recovery. If absent, the call is refused with `ACCOUNT_HELD` (409) until `heldUntil`. */
  readonly allowHeld?: boolean
}

/** The outcome of `signedCall`. */
export type SignedOrNot =
  | { readonly isSigned: false; readonly challenge: t.SignedRequestChallenge }
  | {
      readonly isSigned: true
      readonly challenge: undefined
      /** Unique to this call. */
      readonly requestId: string
      readonly payload: t.JsonValue
      /** The end of a hold that `allowHeld` accepts. */
      readonly heldUntil?: t.Instant
    }

/** An unmasked external account. */
export interface Destination {
  readonly currency: string
  readonly account: t.JsonFields
}

/** The account whose session has to sign, and the payload that its end user sees and signs. */
export interface ToSign<Payload extends t.JsonValue> {
  readonly accountId: string
  /** At most 4,096 bytes of JSON, including the path. */
  readonly payload: Payload
  /**
   * Identifies the caller by your own sign-in: a user id, or an IP address when no user is signed in. First calls are
   * rate limited per caller by `policy.requestsPerAccount`. Without it all callers share the limit of the account, so a
   * caller who does not own the account can exhaust it.
   */
  readonly caller?: string
}

/**
 * A call that the end user has signed. `requestId` is unique to the call, so it can serve as an idempotency key for the
 * action.
 */
export interface Signed<Payload extends t.JsonValue> extends ToSign<Payload>, Held {
  readonly requestId: string
}

/** A session as `sessions.list` returns it. */
export interface ProvenSession extends t.Session, Held {}

interface Held {
  /** The end of a hold of the wallet that `allowHeld` accepts. Absent without a hold. */
  readonly heldUntil?: t.Instant
}

/** Which wallets a guard lets through. A suspended one never is. */
export interface GuardRule {
  /** Accepts a wallet on hold for a recovery. If absent, it is refused with `ACCOUNT_HELD` (409) until `heldUntil`. */
  readonly allowHeld?: boolean
}

/** Guards an endpoint of the host. Run it after the host's own sign-in, which it does not replace. */
export interface Guard<Granted> {
  /** Checks a call without consuming its body. Resolves to the granted value, or to the response to send. */
  readonly check: (request: Request) => Promise<Guarded<Granted>>
  /** The same for host adapters that have their own request and response types. Reads the body at most once. */
  readonly checkCall: (call: Call) => Promise<Checked<Granted>>
  /**
   * Wraps `act` in a web handler that calls it only for granted requests. Additional arguments of the framework are
   * passed on.
   */
  readonly handler: <More extends ReadonlyArray<unknown>>(
    act: (request: Request, granted: Granted, ...more: More) => Response | Promise<Response>
  ) => (request: Request, ...more: More) => Promise<Response>
}

/** Guards for the host's own endpoints. */
export interface Guards {
  /**
   * Requires a signature for an endpoint of the host. The first call is answered with 202 and a payload; the retry
   * that carries the stamp over it is granted once. A request id issued for one `operation` is rejected by every
   * other. A held or suspended wallet is refused.
   *
   * `toPayload` runs on both calls and must return the same value on both: a retry whose payload differs from the
   * signed one is rejected. It may return a `Response` to end the call. Errors that it throws are rethrown.
   */
  readonly requireSignature: <Payload extends t.JsonValue>(
    operation: string,
    toPayload: (call: HostCall) => ToSign<Payload> | Response | Promise<ToSign<Payload> | Response>,
    rule?: GuardRule
  ) => Guard<Signed<Payload>>
  /**
   * Requires proof of possession of an active session's key: the client signs each call, so a copied request cannot
   * be reused (compare DPoP, RFC 9449). Grants the session. The host decides what the session's account may access.
   */
  readonly requireSession: (rule?: GuardRule) => Guard<ProvenSession>
}

/**
 * Receipts of authorised actions, with the signature that authorised each of them. Pages of 100, oldest first. An
 * export has one receipt per line, as JSON.
 */
export interface ReceiptsApi {
  /** Returns one page of the receipt chain of an account. Pass `next` of the previous page as `after`. */
  readonly list: (accountId: string, after?: t.ReceiptPosition) => Promise<t.ReceiptPage<t.Receipt>>
  /**
   * Iterates over the receipts of an account in the order of their chain, or over the chains of all accounts, one after
   * the other. Each item as one line of JSON is an export that `countersign receipts verify` accepts.
   */
  readonly export: (accountId?: string) => AsyncGenerator<t.Receipt>
  /**
   * Returns the head of each account's chain, one page at a time. Store them where a writer of this database cannot
   * change them.
   */
  readonly heads: (after?: t.ReceiptPosition) => Promise<t.ReceiptPage<t.ReceiptHead>>
}
