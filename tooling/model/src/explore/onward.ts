import {
  type Change,
  Collection,
  Conflict,
  type Guard,
  hasExpired,
  type Millis,
  type PublicKey,
  Session,
  type SessionId,
  type Write
} from "@countersign/core/internal"
import { type Answer, NOTHING, receivedAfter } from "../node/Heard.ts"
import type { Next } from "../node/Message.ts"
import { nextOf, startsOver } from "../node/nextOf.ts"
import { addressOf, matching, type Rows, type StoredRow, storedRow } from "../store/Rows.ts"
import type { Switch } from "../switches/Switch.ts"
import { answerOf } from "./arrivals.ts"
import type { Call, State } from "./State.ts"
import type { Committed, Step } from "./Step.ts"

/** Applies a plan atomically: returns the new rows, or the first guard, change or unique key that conflicts. */
export const commit = (rows: Rows, now: Millis, { changes, guards }: Write): Rows | Conflict => {
  const conflict =
    firstOf(guards, (guard) => failed(rows, now, guard)) ?? firstOf(changes, (change) => unfit(rows, change))
  if (conflict !== undefined) return conflict
  const after = new Map(rows)
  for (const change of changes) write(after, change)
  return firstOf(changes, (change) => occupied(after, change)) ?? after
}

const failed = (rows: Rows, now: Millis, guard: Guard): Conflict | undefined => {
  switch (guard.guard) {
    case "before":
      return hasExpired(guard.at, now) ? new Conflict({ because: "late", collection: "" }) : undefined
    case "version": {
      const { collection, environment, id, version } = guard
      return (rows.get(addressOf(collection, environment, id))?.row.version ?? 0) === version
        ? undefined
        : new Conflict({ because: "version", collection: collection.name })
    }
  }
}

const unfit = (rows: Rows, change: Change): Conflict | undefined => {
  const collection = change.collection.name
  const version = rows.get(addressOf(change.collection, change.environment, change.id))?.row.version
  switch (change.op) {
    case "insert":
      return version === undefined ? undefined : new Conflict({ because: "taken", collection })
    case "replace":
    case "remove":
      return version === change.version ? undefined : new Conflict({ because: "version", collection })
  }
}

const write = (rows: Map<string, StoredRow>, change: Change): void => {
  const address = addressOf(change.collection, change.environment, change.id)
  const before = rows.get(address)?.row
  if (change.op === "remove") {
    rows.delete(address)
    return
  }
  const { at, body, collection, environment, id } = change
  const version = (before?.version ?? 0) + 1
  rows.set(
    address,
    storedRow(collection, { environment, id, version, createdAt: before?.createdAt ?? at, updatedAt: at, body })
  )
}

/** Unique keys are checked on the rows after the commit. */
const occupied = (after: Rows, { collection, environment, id }: Change): Conflict | undefined => {
  const body = after.get(addressOf(collection, environment, id))?.row.body
  if (body === undefined) return undefined
  const isShared = Object.values(collection.unique).some((fields) => {
    const values = fields.flatMap((field) => Collection.textOf(body, field) ?? [])
    return values.length === fields.length && matching(after, { collection, environment }, fields, values).length > 1
  })
  return isShared ? new Conflict({ because: "taken", collection: collection.name }) : undefined
}

const firstOf = <A>(items: ReadonlyArray<A>, verify: (item: A) => Conflict | undefined) =>
  items.reduce<Conflict | undefined>((found, item) => found ?? verify(item), undefined)

/** The possible next steps of a call in flight. `at` is the time by its node's clock. */
export const onward = (state: State, call: Call, at: Millis, bug: Switch | undefined): ReadonlyArray<Step> => {
  if (call.answer !== undefined) {
    // The call reads the clock now, even if the store answered earlier.
    const { next, onwards } = delivered(call, call.answer, at)
    return [{ event: { _tag: "Decided", call, at, next }, after: withCall(state, call, onwards) }]
  }
  const next = nextOf(call, call.received)
  if (next._tag === "Commit") return verified(state, call, next.plan, at, bug)
  const answer = answerOf(state.rows, call, next, bug)
  return [{ event: { _tag: "Read", call }, after: withCall(state, call, [{ ...call, answer }]) }]
}

const verified = (
  state: State,
  call: Call,
  wanted: Write,
  at: Millis,
  bug: Switch | undefined
): ReadonlyArray<Step> => {
  const requested = withoutReceipt(wanted, state.rows)
  const plan = bug?.write?.(requested, state.rows) ?? requested
  const result = commit(state.rows, state.now, plan)
  const step = (outcome: Committed["outcome"], after: State, answer: Answer): Step => {
    const { next, onwards } = delivered(call, answer, at)
    return { event: { _tag: "Committed", call, plan, outcome, next }, after: withCall(after, call, onwards) }
  }
  if (result instanceof Conflict) return [step("conflict", state, { _tag: "Conflicted", conflict: result })]
  const after = { ...state, rows: result, keys: withKeys(state.keys, plan) }
  const undelivered: Answer = bug?.isTrusting ? { _tag: "Committed" } : { _tag: "Silent" }
  return [
    step("done", after, { _tag: "Committed" }),
    step("done, unheard", after, undelivered),
    step("not done, unheard", state, undelivered)
  ]
}

/**
 * The chain of receipts serializes the signed calls of an account, which would hide a missing guard elsewhere. The
 * model therefore omits receipts, and moves the version of an account that the commit touches, as the receipt moves that of the
 * chain head (see `touchAccount`). An invariant that is valid without them is also valid with them.
 */
const withoutReceipt = ({ changes, guards }: Write, rows: Rows): Write => ({
  changes: [
    ...changes.filter(({ collection }) => !RECEIPTS.includes(collection.name)),
    ...guards.flatMap((guard): ReadonlyArray<Change> => {
      if (guard.guard !== "version" || guard.isTouch !== true) return []
      const { collection, environment, id, version } = guard
      const { body = null } = rows.get(addressOf(collection, environment, id))?.row ?? {}
      const [at = 0] = changes.flatMap((change) => (change.op === "remove" ? [] : [change.at]))
      return [{ op: "replace", collection, environment, id, version, body, at }]
    })
  ],
  guards: guards.filter((guard) => guard.guard !== "version" || guard.isTouch !== true)
})
const RECEIPTS = ["receipts", "receipt_heads"]

/** The next action of a call after a response, and the continued call, or none if it has finished. */
const delivered = (
  call: Call,
  answer: Answer,
  at: Millis
): { readonly next: Next; readonly onwards: ReadonlyArray<Call> } => {
  const { copy, message, node } = call
  const after = receivedAfter(call.received, answer, at)
  const next = nextOf(call, after)
  if (next._tag === "Over") return { next, onwards: [] }
  // A conflict leaves no trace: the call is again in the state of its arrival.
  const received = answer._tag === "Conflicted" && startsOver(call, next) ? NOTHING : after
  return { next, onwards: [{ copy, message, node, received: received }] }
}

const withCall = (state: State, call: Call, onwards: ReadonlyArray<Call>): State => ({
  ...state,
  calls: [...state.calls.filter((each) => each !== call), ...onwards]
})

const withKeys = (keys: State["keys"], { changes }: Write): State["keys"] => {
  const opened = changes.flatMap((change): ReadonlyArray<readonly [SessionId, PublicKey]> => {
    if (change.op !== "insert" || change.collection.name !== Session.sessions.name) return []
    const session = Session.sessions.decode(change.body)
    return session._tag === "Active" ? [[session.sessionId, session.publicKey]] : []
  })
  return opened.length === 0 ? keys : new Map([...keys, ...opened])
}
