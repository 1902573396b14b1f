import { credentials, internalAccounts, Session, SignedRequest, type Write } from "@countersign/core/internal"
import { anySession } from "./anySession.ts"
import { blindly, unguarded } from "./loosened.ts"
import { retrysBody } from "./retrysBody.ts"
import type { Switch } from "./Switch.ts"

const [accounts, requests, sessions] = [internalAccounts.name, SignedRequest.signedRequests.name, Session.sessions.name]

const readThenWrite: Switch = {
  invariant: "I1",
  name: "read, then write",
  says: "a request is written as consumed at whatever version it has by then",
  write: (plan, rows) => blindly(plan, requests, rows)
}

const removalsRace: Switch = {
  invariant: "I4",
  name: "removals race",
  says: "a removal guards neither the version of the account nor the session that signed it",
  write: (plan, rows) =>
    removes(plan) ? blindly(blindly(unguarded(plan, sessions), sessions, rows), accounts, rows) : plan
}

const sessionsStay: Switch = {
  invariant: "I5",
  name: "sessions stay",
  says: "a credential is removed, and its sessions are left as they are",
  write: (plan) =>
    removes(plan) ? { ...plan, changes: plan.changes.filter(({ collection }) => collection.name !== sessions) } : plan
}

const openingsRace: Switch = {
  invariant: "I5",
  name: "openings race",
  says: "the version of the account does not order what opens sessions and what ends them",
  write: (plan, rows) => blindly(plan, accounts, rows)
}

const nodesClock: Switch = {
  invariant: "I10",
  name: "the node's clock",
  says: "expiry is judged before the commit, by the clock of the node, and not again",
  write: (plan) => ({ ...plan, guards: plan.guards.filter(({ guard }) => guard !== "before") })
}

const lastInstant: Switch = {
  invariant: "I10",
  name: "the last instant",
  says: "at the very millisecond of its end the store takes nothing for over",
  write: (plan) => ({
    ...plan,
    guards: plan.guards.map((guard) => (guard.guard === "before" ? { ...guard, at: guard.at + 1 } : guard))
  })
}

const endedSigns: Switch = {
  invariant: "I10",
  name: "the ended sign",
  says: "the session that signs is not guarded: one that ends between the look and the commit has signed",
  write: (plan) => unguarded(plan, sessions)
}

const silenceIsYes: Switch = {
  invariant: "I11",
  name: "silence is yes",
  says: "a node that never heard how a commit ended says it is done",
  isTrusting: true
}

const nobodyCounts: Switch = {
  invariant: "I15",
  name: "nobody counts",
  says: "a stamp is refused before the refusal is written down",
  write: (plan) => (isCount(plan) ? { changes: [], guards: [] } : plan)
}

/** Nothing but a request is written, and nothing guards it but its own version. */
const isCount = ({ changes, guards }: Write): boolean =>
  guards.length === 0 && changes.every(({ collection, op }) => op === "replace" && collection.name === requests)

const removes = ({ changes }: Write): boolean =>
  changes.some(({ collection, op }) => op === "remove" && collection.name === credentials.name)

/** At least one bug for each invariant. */
export const switches: ReadonlyArray<Switch> = [
  readThenWrite,
  retrysBody,
  anySession,
  removalsRace,
  sessionsStay,
  openingsRace,
  nodesClock,
  lastInstant,
  endedSigns,
  silenceIsYes,
  nobodyCounts
]
