import {
  type Collection,
  type Credential,
  credentials,
  hasExpired,
  internalAccounts,
  Session,
  SignedRequest
} from "@countersign/core/internal"
import { canonicalJson, encodeHex, encodeUtf8 } from "@countersign/wire"
import { Schema } from "effect"
import { environment } from "../cast/cast.ts"
import type { State } from "../explore/State.ts"
import type { Committed, Event, Step } from "../explore/Step.ts"
import { remembered } from "../remembered.ts"
import { addressOf, type Rows } from "../store/Rows.ts"

/** A property of every step. Properties of states are checked on commits, because only a commit changes a record. */
export interface Invariant {
  readonly name: string
  readonly says: string
  readonly holds: (before: State, step: Step) => boolean
}

/** Invariants by name. */
export type Invariants = Readonly<Record<string, Omit<Invariant, "name">>>

/** A successful commit, with the rows before and after it. */
export interface Done {
  readonly before: State
  readonly after: State
  readonly commit: Committed
}

/** Applies a check to each successful commit. */
export const ofCommits =
  (holds: (done: Done) => boolean): Invariant["holds"] =>
  (before, { after, event }) =>
    event._tag !== "Committed" || after.rows === before.rows || holds({ before, after, commit: event })

/** Applies a check to each commit that consumes a request, with the request as it was before. */
export const ofRetries = (holds: (done: Done, consumed: SignedRequest.SignedRequest) => boolean) =>
  ofCommits((done) => {
    const consumed = consumedBy(done)
    return consumed === undefined || holds(done, consumed)
  })

export const valuesOf = <A>(rows: Rows, collection: Collection.Collection<A>): ReadonlyArray<A> =>
  Array.from(rows.values()).flatMap((stored) =>
    stored.collection.name === collection.name ? [collection.decode(stored.row.body)] : []
  )

export const valueOf = <A>(rows: Rows, collection: Collection.Collection<A>, id: string): A | undefined => {
  const row = rows.get(addressOf(collection, environment, id))?.row
  return row === undefined ? undefined : collection.decode(row.body)
}

/** The request that a commit took as consumed, in its previous version or as it was issued, if the commit is its own retry. */
const takenBy = ({ after, before, commit }: Done): SignedRequest.SignedRequest | undefined => {
  const { issued, requestId } = commit.call.message.retry ?? {}
  if (requestId === undefined) return undefined
  const address = addressOf(SignedRequest.signedRequests, environment, requestId)
  if (before.rows.get(address) === after.rows.get(address)) return undefined
  const request = valueOf(after.rows, SignedRequest.signedRequests, requestId)
  if (request?._tag !== "Consumed") return undefined
  return valueOf(before.rows, SignedRequest.signedRequests, requestId) ?? issued
}

/** The same, if it was pending. One that had been consumed has no payload left, and is the subject of I1 alone. */
export const consumedBy = (done: Done): SignedRequest.Pending | undefined => {
  const taken = takenBy(done)
  return taken?._tag === "Pending" ? taken : undefined
}

const SignedText = Schema.Struct({
  parameters: Schema.Struct({
    context: Schema.Struct({ path: Schema.String }),
    /** Credentials to remove. */
    providerIds: Schema.optionalKey(Schema.Array(Schema.String)),
    /** The address of a credential; empty to remove the credential in the path. */
    userEmail: Schema.optionalKey(Schema.String),
    /** Sessions to end. */
    apiKeyIds: Schema.optionalKey(Schema.Array(Schema.String)),
    /** The key of a session to open. */
    targetPublicKey: Schema.optionalKey(Schema.String),
    /** The intent of a host, in hexadecimal. */
    payload: Schema.optionalKey(Schema.String)
  })
})
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(SignedText))

/** The payload that the first leg returned for signing. It is the only evidence of what was agreed to. */
const signedText = (payload: string) => known(payload, () => decode(payload).parameters)
const known = remembered<string, (typeof SignedText.Type)["parameters"]>()

/** The credentials that a payload removes. */
const removedIn = (payload: string): ReadonlyArray<string> => {
  const { context, providerIds = [], userEmail } = signedText(payload)
  return userEmail === "" ? [...providerIds, context.path.slice("/auth/credentials/".length)] : providerIds
}

/** Effects: those of a commit, or those that a payload describes. */
interface Deeds {
  readonly removed: ReadonlyArray<string>
  readonly ended: ReadonlyArray<string>
  readonly opened: ReadonlyArray<string>
}

export const idsIn = (all: ReadonlyArray<Credential>): ReadonlyArray<string> =>
  all.map(({ credentialId }) => credentialId)

/** The effects of a commit. Ending the sessions of a credential is part of its removal. */
const deedsOf = ({ after, before }: Done): Deeds => {
  const left = new Set(idsIn(valuesOf(after.rows, credentials)))
  const removed = idsIn(valuesOf(before.rows, credentials)).filter((id) => !left.has(id))
  const active = new Set(valuesOf(after.rows, Session.sessions).flatMap(keyOf))
  const ended = valuesOf(before.rows, Session.sessions).filter(
    (session) => keyOf(session).some((key) => !active.has(key)) && !removed.includes(session.credentialId)
  )
  const was = new Set(valuesOf(before.rows, Session.sessions).map(({ sessionId }) => sessionId))
  const opened = valuesOf(after.rows, Session.sessions).filter(({ sessionId }) => !was.has(sessionId))
  return {
    removed,
    ended: ended.map(({ sessionId }) => sessionId),
    opened: opened.flatMap(keyOf)
  }
}

const keyOf = (session: Session.Session): ReadonlyArray<string> =>
  session._tag === "Active" ? [session.publicKey] : []

/** The effects that a signed payload authorizes. */
const agreedIn = (payload: string): Deeds => {
  const { apiKeyIds = [], targetPublicKey } = signedText(payload)
  const isOpening = targetPublicKey !== undefined && isCallTo("refresh", payload)
  return { removed: removedIn(payload), ended: apiKeyIds, opened: isOpening ? [targetPublicKey] : [] }
}

/** The path of the call that a payload is of. */
export const pathOf = (payload: string): string => signedText(payload).context.path

/** Whether the payload is of a call whose path ends so. */
export const isCallTo = (end: string, payload: string): boolean => pathOf(payload).endsWith(`/${end}`)

/** Whether the host received the payload that was signed, if it received any. */
const isToldAsAgreed = ({ commit: { next } }: Done, payload: string): boolean =>
  next._tag !== "Over" ||
  next.said.payload === undefined ||
  encodeHex(encodeUtf8(canonicalJson(next.said.payload))) === signedText(payload).payload

/**
 * The sessions, active or ended, whose key may sign a request: sessions of its account. The removal of a credential
 * requires a session of another credential, and a refresh requires the session that it refreshes. No session signs the
 * completion of a recovery.
 */
export const rightfulFor = (
  { before, commit }: Done,
  request: SignedRequest.SignedRequest
): ReadonlyArray<Session.Session> => {
  const { context } = signedText(request.payload)
  const removed = removedIn(request.payload)
  if (isCallTo("complete", request.payload)) return []
  return valuesOf(before.rows, Session.sessions).filter(
    ({ accountId, credentialId, sessionId }) =>
      before.keys.get(sessionId) === commit.call.message.retry?.by &&
      accountId === request.accountId &&
      !removed.includes(credentialId) &&
      (!isCallTo("refresh", request.payload) || context.path.includes(sessionId))
  )
}

/** Whether a commit is the deletion of a customer, which closes the account. */
const closes = ({ after }: Done): boolean =>
  valuesOf(after.rows, internalAccounts).some(({ status }) => status === "CLOSED")

/** The ids of the accounts and of the credentials that an operator suspended. */
const suspendedIn = (rows: Rows): ReadonlySet<string> =>
  new Set([
    ...valuesOf(rows, internalAccounts).flatMap(({ accountId, status }) => (status === "FROZEN" ? [accountId] : [])),
    ...valuesOf(rows, credentials).flatMap(({ credentialId, status }) => (status === "SUSPENDED" ? [credentialId] : []))
  ])

const replyIn = (event: Event): string | undefined =>
  "next" in event && event.next._tag === "Over" ? event.next.said.name : undefined

const failuresOf = (rows: Rows, requestId: string): number => {
  const request = valueOf(rows, SignedRequest.signedRequests, requestId)
  if (request?._tag === "Void") return Number.POSITIVE_INFINITY
  return request?._tag === "Pending" ? request.failedStamps : 0
}

export const invariantsOfSessions: Invariants = {
  I1: {
    says: "a request is consumed at most once, and no effect occurs without a consumed request",
    holds: ofCommits((done) => {
      const taken = takenBy(done)
      const { call, next } = done.commit
      if (taken !== undefined) return taken._tag === "Pending"
      return call.message.retry === undefined || next._tag !== "Over" || next.said.name !== "Done"
    })
  },
  I2: {
    says: "the second leg has exactly the effects that the first leg's payload describes",
    holds: ofRetries((done, consumed) => {
      // RC1 says what the completion of a recovery does. A deletion takes everything.
      if (isCallTo("complete", consumed.payload) || closes(done)) return true
      const [deeds, agreed] = [deedsOf(done), agreedIn(consumed.payload)]
      return JSON.stringify(deeds) === JSON.stringify(agreed) && isToldAsAgreed(done, consumed.payload)
    })
  },
  I3: {
    says: "a stamp is valid only by a session key of the same account, for a removal of another credential",
    holds: ofRetries(
      (done, consumed) => isCallTo("complete", consumed.payload) || rightfulFor(done, consumed).length > 0
    )
  },
  I4: {
    says: "an account that has a credential never loses its last one",
    holds: ofCommits((done) => {
      const { after, before } = done
      if (closes(done)) return true
      const owners = (rows: typeof before.rows) =>
        new Set(valuesOf(rows, credentials).map(({ accountId }) => accountId))
      const left = owners(after.rows)
      return [...owners(before.rows)].every((account) => left.has(account))
    })
  },
  I5: {
    says: "no session outlives its credential: both end in one commit",
    holds: ofCommits(({ after }) => {
      const left = new Set(idsIn(valuesOf(after.rows, credentials)))
      return valuesOf(after.rows, Session.sessions).every(
        (session) => Session.asOf(session, after.now)._tag !== "Active" || left.has(session.credentialId)
      )
    })
  },
  I10: {
    says: "a request or a session that is revoked, or expired by the store's clock, authorizes nothing",
    holds: ofRetries((done, consumed) => {
      const { now } = done.before
      const rightful = rightfulFor(done, consumed)
      // Whether the stamp is valid at all is the subject of I3.
      const isActive = (session: Session.Session) => Session.asOf(session, now)._tag === "Active"
      return !hasExpired(consumed.expiresAt, now) && (rightful.length === 0 || rightful.some(isActive))
    })
  },
  I11: {
    says: "every effect that was reported to a caller as done is in the store",
    holds: (before, { after, event }) => replyIn(event) !== "Done" || after.rows !== before.rows
  },
  I15: {
    says: "a rejected stamp is counted",
    holds: (before, { after, event }) => {
      const requestId = "call" in event ? event.call.message.retry?.requestId : undefined
      if (requestId === undefined || !replyIn(event)?.startsWith("Stamp")) return true
      return failuresOf(after.rows, requestId) > failuresOf(before.rows, requestId)
    }
  },
  OP2: {
    says: "no session of a suspended account or credential is active",
    holds: ofCommits(({ after }) => {
      const suspended = suspendedIn(after.rows)
      return valuesOf(after.rows, Session.sessions).every(
        ({ _tag, accountId, credentialId }) =>
          _tag !== "Active" || !(suspended.has(accountId) || suspended.has(credentialId))
      )
    })
  },
  OP7: {
    says: "a signed leg has no effect after the suspension of its account, or of the credential that its key is from",
    holds: ofRetries((done, consumed) => {
      const suspended = suspendedIn(done.before.rows)
      const rightful = rightfulFor(done, consumed)
      return (
        !suspended.has(consumed.accountId) &&
        (rightful.length === 0 || rightful.some(({ credentialId }) => !suspended.has(credentialId)))
      )
    })
  }
}
