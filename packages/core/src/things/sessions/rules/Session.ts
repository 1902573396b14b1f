import { Result, Schema } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import { type EnvironmentKey, hasExpired, KindName, Millis } from "../../../model/Environment.ts"
import { AccountId, CredentialId, PublicKey, SessionId } from "../../../model/ids.ts"
import { missing, Refusal, unauthorized } from "../../../model/Refusal.ts"
import { Shown } from "../../../model/text.ts"
import { Bound, boundBy, type Voucher } from "../../../model/Voucher.ts"
import * as Collection from "../../../store/Collection.ts"
import { byIndex } from "../../../store/records.ts"
import type { FieldOf } from "../../../store/Store.ts"

/** No active session has this id. Unknown, revoked, expired and foreign sessions are indistinguishable. */
export class SessionNotFound extends Refusal("SessionNotFound")(missing, {
  message: "No active session with this id exists for this API token. List the account's sessions to find a valid id.",
  cause: "The session has expired, was revoked, never existed, or belongs to another platform or mode.",
  remedy: "Sign in again for a new session. A session that was already revoked needs no second call."
}) {}

export class SessionProofMissing extends Refusal("SessionProofMissing")(unauthorized("SESSION_PROOF_MISSING"), {
  reason: "Session proof missing",
  message:
    "This endpoint requires a session proof. Send Service-Wallet-Session and its stamp, created by the client library for each request.",
  cause: "One or both headers are missing. The proof shows possession of the session key (compare DPoP, RFC 9449).",
  remedy: "Call prove of the client before each request. Check that a proxy does not remove the headers."
}) {}

export class SessionProofMalformed extends Refusal("SessionProofMalformed")(unauthorized("SESSION_PROOF_MALFORMED"), {
  reason: "Malformed session proof",
  message: "The session proof or its stamp is malformed. Create both headers with the client library.",
  cause:
    "Service-Wallet-Session is not a session id, milliseconds and a nonce separated by semicolons, or its signature is not a P-256 API-key stamp.",
  remedy: "Call prove of the client for each request. docs/reference/protocol.md describes the format."
}) {}

export class SessionProofStale extends Refusal("SessionProofStale", { serverTime: Schema.optionalKey(Millis) })(
  unauthorized("SESSION_PROOF_STALE"),
  {
    reason: "Session proof is stale",
    message:
      "The session proof is too old, or its time is in the future. Create a new proof for each request, by the clock of details.serverTime.",
    cause: "A proof is valid for 1 minute by default, by the clock of the server, and the clock of the device is off.",
    remedy:
      "Call fetchWithProof of the client: it corrects its clock by details.serverTime and repeats the call once. The option `policy.sessionProofLifetime` sets the lifetime."
  }
) {}

export class SessionProofRefused extends Refusal("SessionProofRefused")(unauthorized("SESSION_PROOF_SIGNATURE"), {
  reason: "Session proof does not match",
  message:
    "The stamp does not match the session key and this method, path and body. Sign the exact request, and set strippedPrefix if a proxy removes a path prefix.",
  cause:
    "The proof was created for another request or with another key, or a proxy changed the path between the client and the server.",
  remedy:
    "Pass the final method, URL and body to prove. If a proxy removes a prefix such as /api, set the option `strippedPrefix`."
}) {}

export class SessionProofUsed extends Refusal("SessionProofUsed")(unauthorized("SESSION_PROOF_USED"), {
  reason: "Session proof already used",
  message:
    "Each session proof works once, and this one was already used. Create a new proof for every request, including retries.",
  cause: "The client or a proxy sent the same headers again, or an attacker replayed them.",
  remedy: "Disable automatic retries that reuse headers, and call prove for each attempt."
}) {}

/** No session with this id is active. Unknown, revoked, expired and foreign sessions are indistinguishable. */
export class SessionEnded extends Refusal("SessionEnded")(unauthorized("SESSION_OVER"), {
  reason: "Session expired or revoked",
  message: "The session in the proof has expired, was revoked or does not exist. Sign in again.",
  cause: "A session expires after 15 minutes by default, and at logout or when its credential is deleted.",
  remedy:
    "Refresh the session before expiresAt to avoid a new login. The option `policy.sessionLifetime` sets the lifetime."
}) {}

const common = {
  sessionId: SessionId,
  accountId: AccountId,
  credentialId: CredentialId,
  credentialType: KindName,
  nickname: Shown,
  /** The time of the login that this session goes back to through refreshes. */
  familySince: Millis,
  /** The bound of its credential when it was opened. Absent if there was none. */
  voucher: Schema.optionalKey(Bound),
  createdAt: Millis,
  expiresAt: Millis
}

const State = Schema.TaggedUnion({
  /** The end user has the private key. An ended session stores no public key, so it cannot verify any signature. */
  Active: { ...common, publicKey: PublicKey },
  Expired: common,
  Revoked: { ...common, revokedAt: Millis }
})
/** A session: a key that may stamp for an account until the session expires or is revoked. */
export type Session = Machine.Made<"Session", typeof State.Type>
export type Active = Extract<Session, { readonly _tag: "Active" }>
type Revoked = Extract<Session, { readonly _tag: "Revoked" }>

const Event = Schema.TaggedUnion({
  LifetimeEnded: {},
  RevokeSigned: { at: Millis },
  CredentialConfirmed: {}
})

const { begin, machine, state, transition } = Machine.make({
  name: "Session",
  state: State,
  event: Event,
  begins: "Active",
  table: {
    Active: {
      CredentialConfirmed: { to: "Active", with: ({ voucher: _, ...session }) => session },
      LifetimeEnded: { to: "Expired", with: ({ publicKey: _, ...session }) => session },
      RevokeSigned: {
        to: "Revoked",
        with: ({ publicKey: _, ...session }, event) => ({ ...session, revokedAt: event.at })
      }
    },
    Expired: {},
    Revoked: {}
  }
})

export { machine }

export const sessions = Collection.make({
  name: "sessions",
  schema: state,
  id: "sessionId",
  indexes: { account: ["accountId", "_tag"] },
  expiry: "expiresAt"
})

/** The sessions of an account that have not ended. Some may have expired. */
export const activeRef = (environment: EnvironmentKey, accountId: string | FieldOf) =>
  byIndex(sessions, environment, "account", [accountId, "Active"], 1000)

/** Whether this is the key of the session. An ended session has none. */
export const hasKey = (session: Session, key: string): boolean => session._tag === "Active" && session.publicKey === key

/** The session at `at`. An active session expires by time, without a write. */
export const asOf = (session: Session, at: Millis): Session =>
  session._tag === "Active" && hasExpired(session.expiresAt, at)
    ? transition(session, { _tag: "LifetimeEnded" })
    : session

export const active = (session: Session | undefined, at: Millis): Result.Result<Active, SessionNotFound> => {
  const current = session === undefined ? undefined : asOf(session, at)
  return current?._tag === "Active" ? Result.succeed(current) : Result.fail(new SessionNotFound())
}

/**
 * Revokes a session. A call with an expired or revoked session does not compile; {@link active} returns an active one.
 */
export const revoke = (session: Active, at: Millis): Revoked => transition(session, { _tag: "RevokeSigned", at })

/** The session after a session of an older credential confirmed the one that opened it. */
export const confirmed = (session: Active): Active => transition(session, { _tag: "CredentialConfirmed" })

export interface Opening {
  readonly sessionId: SessionId
  readonly credential: {
    readonly credentialId: CredentialId
    readonly accountId: AccountId
    readonly type: string
    readonly nickname: string
    readonly voucher?: Voucher
    readonly addressVoucher?: Voucher
  }
  readonly publicKey: PublicKey
  /** Absent for a login. A refreshed session stays in its family. */
  readonly familySince?: Millis | undefined
}

/** Opens a session at `at`. It never outlives its family, however often it is refreshed. */
export const open = (
  { credential, familySince, publicKey, sessionId }: Opening,
  lifetimes: { readonly sessionLifetime: Millis; readonly sessionFamilyLifetime: Millis },
  at: Millis
): Active => {
  const since = familySince ?? at
  const bound = boundBy([credential.voucher, credential.addressVoucher], at)
  return begin({
    sessionId,
    accountId: credential.accountId,
    credentialId: credential.credentialId,
    credentialType: credential.type,
    nickname: credential.nickname,
    familySince: since,
    ...(bound === undefined ? {} : { voucher: { until: bound.until, logins: bound.logins } }),
    publicKey,
    createdAt: at,
    expiresAt: Math.min(at + lifetimes.sessionLifetime, since + lifetimes.sessionFamilyLifetime)
  })
}
