import { type Collection, credentials, isOver, Session, SignedRequest } from "@countersign/core/internal"
import { canonicalJson, encodeHex, encodeUtf8 } from "@countersign/wire"
import { Schema } from "effect"
import { environment } from "../cast/cast.ts"
import type { State } from "../explore/State.ts"
import type { Committed, Event, Step } from "../explore/Step.ts"
import { addressOf, type Rows } from "../store/Rows.ts"

/** What must hold of every step. What must hold of a state is asked of each commit: nothing else changes a record. */
export interface Invariant {
  readonly name: string
  readonly says: string
  readonly holds: (before: State, step: Step) => boolean
}

/** A commit that was done: what was stored before it, and what is after. */
interface Done {
  readonly before: State
  readonly after: State
  readonly commit: Committed
}

/** Asks of each commit that was done. */
const ofCommits =
  (holds: (done: Done) => boolean): Invariant["holds"] =>
  (before, { after, event }) =>
    event._tag !== "Committed" || after.rows === before.rows || holds({ before, after, commit: event })

/** The values of a collection. */
const valuesOf = <A>(rows: Rows, collection: Collection.Collection<A>): ReadonlyArray<A> =>
  Array.from(rows.values()).flatMap((kept) =>
    kept.collection.name === collection.name ? [collection.decode(kept.row.body)] : []
  )

export const valueOf = <A>(rows: Rows, collection: Collection.Collection<A>, id: string): A | undefined => {
  const row = rows.get(addressOf(collection, environment, id))?.row
  return row === undefined ? undefined : collection.decode(row.body)
}

/** The request that a commit spent, as it was before, if the commit is that of a retry and spent its own. */
const spentBy = ({ after, before, commit }: Done): SignedRequest.SignedRequest | undefined => {
  const requestId = commit.call.message.retry?.requestId
  if (requestId === undefined) return undefined
  const address = addressOf(SignedRequest.signedRequests, environment, requestId)
  if (before.rows.get(address) === after.rows.get(address)) return undefined
  const request = valueOf(after.rows, SignedRequest.signedRequests, requestId)
  return request?._tag === "Consumed" ? valueOf(before.rows, SignedRequest.signedRequests, requestId) : undefined
}

const SignedText = Schema.Struct({
  parameters: Schema.Struct({
    context: Schema.Struct({ path: Schema.String }),
    /** Credentials to remove. */
    providerIds: Schema.optionalKey(Schema.Array(Schema.String)),
    /** Sessions to end. */
    apiKeyIds: Schema.optionalKey(Schema.Array(Schema.String)),
    /** The key of a session to open. */
    targetPublicKey: Schema.optionalKey(Schema.String),
    /** What a host asks for, as hexadecimal digits. */
    payload: Schema.optionalKey(Schema.String)
  })
})
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(SignedText))

/** What the first leg handed out to be signed: for a reader who asks what was agreed to, the only truth. */
const signedText = (payload: string): (typeof SignedText.Type)["parameters"] => {
  const before = known.get(payload)
  if (before !== undefined) return before
  const { parameters } = decode(payload)
  known.set(payload, parameters)
  return parameters
}
const known = new Map<string, (typeof SignedText.Type)["parameters"]>()

/** What was done, or is to be done, and to what. */
interface Deeds {
  readonly removed: ReadonlyArray<string>
  readonly ended: ReadonlyArray<string>
  readonly opened: ReadonlyArray<string>
}

/** What a commit did. The sessions that end with a credential are part of its removal. */
const deedsOf = ({ after, before }: Done): Deeds => {
  const left = new Set(valuesOf(after.rows, credentials).map(({ credentialId }) => credentialId))
  const removed = valuesOf(before.rows, credentials).flatMap(({ credentialId }) =>
    left.has(credentialId) ? [] : [credentialId]
  )
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

/** What was signed for. */
const agreedIn = (payload: string): Deeds => {
  const { apiKeyIds = [], providerIds = [], targetPublicKey } = signedText(payload)
  return { removed: providerIds, ended: apiKeyIds, opened: targetPublicKey === undefined ? [] : [targetPublicKey] }
}

/** Whether a host that was told what is signed was told what was: one that was told nothing was. */
const isToldAsAgreed = ({ commit: { next } }: Done, payload: string): boolean =>
  next._tag !== "Over" ||
  next.said.told === undefined ||
  encodeHex(encodeUtf8(canonicalJson(next.said.told))) === signedText(payload).payload

/**
 * The sessions, over or not, that the key of a stamp was made for and that may sign a request: they are of its account;
 * for the removal of a credential they are of another one; and a refresh is signed by the session it refreshes.
 */
const rightfulFor = (
  { before, commit }: Done,
  request: SignedRequest.SignedRequest
): ReadonlyArray<Session.Session> => {
  const { context, providerIds = [], targetPublicKey } = signedText(request.payload)
  return valuesOf(before.rows, Session.sessions).filter(
    ({ accountId, credentialId, sessionId }) =>
      before.keys.get(sessionId) === commit.call.message.retry?.by &&
      accountId === request.accountId &&
      !providerIds.includes(credentialId) &&
      (targetPublicKey === undefined || context.path.includes(sessionId))
  )
}

const I1: Invariant = {
  name: "I1",
  says: "a request is consumed at most once, and nothing is done without",
  holds: ofCommits((done) => {
    const spent = spentBy(done)
    const { call, next } = done.commit
    if (spent !== undefined) return spent._tag === "Pending"
    return call.message.retry === undefined || next._tag !== "Over" || next.said.name !== "Done"
  })
}

const I2: Invariant = {
  name: "I2",
  says: "the second leg does what the first leg's payload says, and nothing else",
  holds: ofCommits((done) => {
    const spent = spentBy(done)
    if (spent === undefined) return true
    const [deeds, agreed] = [deedsOf(done), agreedIn(spent.payload)]
    return JSON.stringify(deeds) === JSON.stringify(agreed) && isToldAsAgreed(done, spent.payload)
  })
}

const I3: Invariant = {
  name: "I3",
  says: "a stamp counts by the key of a session of the same account, for a removal of another credential",
  holds: ofCommits((done) => {
    const spent = spentBy(done)
    return spent === undefined || rightfulFor(done, spent).length > 0
  })
}

const I4: Invariant = {
  name: "I4",
  says: "an account that has a credential never loses its last one",
  holds: ofCommits(({ after, before }) => {
    const owners = (rows: typeof before.rows) => new Set(valuesOf(rows, credentials).map(({ accountId }) => accountId))
    const left = owners(after.rows)
    return [...owners(before.rows)].every((account) => left.has(account))
  })
}

const I5: Invariant = {
  name: "I5",
  says: "no session outlives its credential: both end in one commit",
  holds: ofCommits(({ after }) => {
    const left = new Set(valuesOf(after.rows, credentials).map(({ credentialId }) => credentialId))
    return valuesOf(after.rows, Session.sessions).every(
      (session) => Session.asOf(session, after.now)._tag !== "Active" || left.has(session.credentialId)
    )
  })
}

const I10: Invariant = {
  name: "I10",
  says: "a request or a session that is over by the store's clock, or revoked, authorises nothing",
  holds: ofCommits((done) => {
    const spent = spentBy(done)
    if (spent === undefined) return true
    const { now } = done.before
    const rightful = rightfulFor(done, spent)
    // Whose stamp should not have counted at all is a matter of I3.
    const isActive = (session: Session.Session) => Session.asOf(session, now)._tag === "Active"
    return !isOver(spent.expiresAt, now) && (rightful.length === 0 || rightful.some(isActive))
  })
}

const I11: Invariant = {
  name: "I11",
  says: "what a caller was told is done is in the store",
  holds: (before, { after, event }) => saidIn(event) !== "Done" || after.rows !== before.rows
}

const I15: Invariant = {
  name: "I15",
  says: "a stamp that is refused is counted",
  holds: (before, { after, event }) => {
    const requestId = "call" in event ? event.call.message.retry?.requestId : undefined
    if (requestId === undefined || !saidIn(event)?.startsWith("Stamp")) return true
    return failuresOf(after.rows, requestId) > failuresOf(before.rows, requestId)
  }
}

const saidIn = (event: Event): string | undefined =>
  "next" in event && event.next._tag === "Over" ? event.next.said.name : undefined

const failuresOf = (rows: Rows, requestId: string): number => {
  const request = valueOf(rows, SignedRequest.signedRequests, requestId)
  if (request?._tag === "Void") return Number.POSITIVE_INFINITY
  return request?._tag === "Pending" ? request.failedStamps : 0
}

/** What every step of every run is held to. The names are those of the design. */
export const invariants: ReadonlyArray<Invariant> = [I1, I2, I3, I4, I5, I10, I11, I15]
