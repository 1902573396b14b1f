import { credentials, isOver, Session, SignedRequest } from "@countersign/core/internal"
import type { Event } from "../explore/Step.ts"
import type { Rows } from "../store/Rows.ts"
import { agreedIn, deedsOf, isToldAsAgreed } from "./deeds.ts"
import { spentBy, valueOf, valuesOf } from "./facts.ts"
import { type Invariant, ofCommits } from "./Invariant.ts"
import { rightfulFor } from "./rightful.ts"

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
