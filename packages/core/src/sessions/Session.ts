import { Result, Schema } from "effect"
import * as Machine from "../machine/Machine.ts"
import { AccountId, CredentialId, PublicKey, SessionId } from "../model/ids.ts"
import { KindName } from "../model/KindName.ts"
import { isOver, Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"
import { SessionNotFound } from "./refusals.ts"

const common = {
  sessionId: SessionId,
  accountId: AccountId,
  credentialId: CredentialId,
  credentialType: KindName,
  nickname: Schema.String,
  /** When the login took place that this session, maybe through refreshes, goes back to. */
  familySince: Millis,
  createdAt: Millis,
  expiresAt: Millis
}

const State = Schema.TaggedUnion({
  /** The private half of its key lives with the end user. One that is over keeps no key: it signs nothing any more. */
  Active: { ...common, publicKey: PublicKey },
  Expired: common,
  Revoked: { ...common, revokedAt: Millis }
})
/** A session: a key that may stamp for an account, until it expires or is revoked. */
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

/** The session as it stands at `at`: time moves an active one to expired without anybody writing it down. */
export const asOf = (session: Session, at: Millis): Session =>
  session._tag === "Active" && isOver(session.expiresAt, at) ? transition(session, { _tag: "LifetimeEnded" }) : session

/** The session if it is active at `at`. */
export const active = (session: Session | undefined, at: Millis): Result.Result<Active, SessionNotFound> => {
  const current = session === undefined ? undefined : asOf(session, at)
  return current?._tag === "Active" ? Result.succeed(current) : Result.fail(new SessionNotFound())
}

/** Ends a session. One that is expired or revoked does not compile: {@link active} finds the one that may end. */
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
  /** Absent for a login; a refresh stays in its family. */
  readonly familySince?: Millis | undefined
}

/** A session that opens at `at`. It never outlives its family, however often it is refreshed. */
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
