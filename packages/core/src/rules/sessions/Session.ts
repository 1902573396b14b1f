import { Result, Schema } from "effect"
import * as Machine from "../../machine/Machine.ts"
import { isOver, KindName, Millis } from "../../model/Environment.ts"
import { missing, unauthorized } from "../../model/faults.ts"
import { AccountId, CredentialId, PublicKey, SessionId } from "../../model/ids.ts"
import * as Collection from "../../store/Collection.ts"

// biome-ignore-all format: a table, one refusal a line

/** No active session has this id. Unknown, revoked, expired and foreign sessions are indistinguishable. */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", {}) {
  static readonly entry = missing(
    "No active session has this id here. It may have ended; list the account's sessions for the ones it has."
  )
}

/** The call has no session proof, or no stamp for it. */
export class SessionProofMissing extends Schema.TaggedError<SessionProofMissing>()("SessionProofMissing", {}) {
  static readonly entry = unauthorized(
    "SESSION_PROOF_MISSING",
    "Session proof missing",
    "This endpoint wants Service-Wallet-Session and its stamp. Let the client write both, for each call anew."
  )
}

/** The proof or its stamp is malformed. */
export class SessionProofMalformed extends Schema.TaggedError<SessionProofMalformed>()("SessionProofMalformed", {}) {
  static readonly entry = unauthorized(
    "SESSION_PROOF_MALFORMED",
    "Malformed session proof",
    "Service-Wallet-Session is a session id, milliseconds and a nonce with semicolons between; its stamp is a P-256 API-key stamp. Let the client write both."
  )
}

/** The proof is too old, or dated in the future. */
export class SessionProofStale extends Schema.TaggedError<SessionProofStale>()("SessionProofStale", {}) {
  static readonly entry = unauthorized(
    "SESSION_PROOF_STALE",
    "Session proof is stale",
    "By this server's clock the proof was not made just now. Set the caller's clock, and make a proof for each call."
  )
}

/** The stamp was not made by the session's key over this call. */
export class SessionProofRefused extends Schema.TaggedError<SessionProofRefused>()("SessionProofRefused", {}) {
  static readonly entry = unauthorized(
    "SESSION_PROOF_SIGNATURE",
    "Stamp is not of this session and call",
    "The stamp does not verify by the session's key over this method, path and body. Sign what is sent; where a proxy takes a prefix off the path, declare it as strippedPrefix."
  )
}

/** The proof has been used. Each proof is accepted once. */
export class SessionProofUsed extends Schema.TaggedError<SessionProofUsed>()("SessionProofUsed", {}) {
  static readonly entry = unauthorized(
    "SESSION_PROOF_USED",
    "Session proof already used",
    "A proof works once, and this one has. Make another for each call, also for one that is repeated."
  )
}

/** No session with this id is active. Unknown, revoked, expired and foreign sessions are indistinguishable. */
export class SessionOver extends Schema.TaggedError<SessionOver>()("SessionOver", {}) {
  static readonly entry = unauthorized(
    "SESSION_OVER",
    "Session is over",
    "No active session has the id in the proof. Sign in again, or refresh the session before it ends."
  )
}

const common = {
  sessionId: SessionId,
  accountId: AccountId,
  credentialId: CredentialId,
  credentialType: KindName,
  nickname: Schema.String,
  /** The time of the login that this session goes back to through refreshes. */
  familySince: Millis,
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
  RevokeSigned: { at: Millis }
})

const { begin, machine, state, transition } = Machine.make({
  name: "Session",
  state: State,
  event: Event,
  begins: "Active",
  table: {
    Active: {
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
  id: (session) => session.sessionId,
  indexes: { account: ["accountId", "_tag"], signer: ["accountId", "publicKey"] },
  expiry: "expiresAt"
})

/** The session at `at`. An active session expires by time, without a write. */
export const asOf = (session: Session, at: Millis): Session =>
  session._tag === "Active" && isOver(session.expiresAt, at) ? transition(session, { _tag: "LifetimeEnded" }) : session

/** Fails unless the session is active at `at`. */
export const active = (session: Session | undefined, at: Millis): Result.Result<Active, SessionNotFound> => {
  const current = session === undefined ? undefined : asOf(session, at)
  return current?._tag === "Active" ? Result.succeed(current) : Result.fail(new SessionNotFound())
}

/**
 * Revokes a session. A call with an expired or revoked session does not compile; {@link active} returns an active one.
 */
export const revoke = (session: Active, at: Millis): Revoked => transition(session, { _tag: "RevokeSigned", at })

export interface Opening {
  readonly sessionId: SessionId
  readonly credential: {
    readonly credentialId: CredentialId
    readonly accountId: AccountId
    readonly type: string
    readonly nickname: string
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
  return begin({
    sessionId,
    accountId: credential.accountId,
    credentialId: credential.credentialId,
    credentialType: credential.type,
    nickname: credential.nickname,
    familySince: since,
    publicKey,
    createdAt: at,
    expiresAt: Math.min(at + lifetimes.sessionLifetime, since + lifetimes.sessionFamilyLifetime)
  })
}
