import { Conflict, type Millis, type PublicKey, Session, type SessionId, type Write } from "@countersign/core/internal"
import { type Answer, heardAfter, NOTHING } from "../node/Heard.ts"
import type { Next } from "../node/Next.ts"
import { nextOf, startsOver } from "../node/nextOf.ts"
import { commit } from "../store/commit.ts"
import type { Switch } from "../switches/Switch.ts"
import { answerOf } from "./answerOf.ts"
import type { Call, State } from "./State.ts"
import type { Committed, Step } from "./Step.ts"

/** What a call that is under way can do next, `at` being what the clock of its node shows. */
export const onward = (state: State, call: Call, at: Millis, bug: Switch | undefined): ReadonlyArray<Step> => {
  if (call.answer !== undefined) {
    // The clock is looked at now, however long ago the store answered.
    const { next, onwards } = told(call, call.answer, at)
    return [{ event: { _tag: "Decided", call, at, next }, after: withCall(state, call, onwards) }]
  }
  const next = nextOf(call, call.heard)
  if (next._tag === "Commit") return judged(state, call, next.plan, at, bug)
  const answer = answerOf(state.rows, call, next, bug)
  return [{ event: { _tag: "Read", call }, after: withCall(state, call, [{ ...call, answer }]) }]
}

const judged = (state: State, call: Call, wanted: Write, at: Millis, bug: Switch | undefined): ReadonlyArray<Step> => {
  const asked = withoutReceipt(wanted)
  const plan = bug?.write?.(asked, state.rows) ?? asked
  const result = commit(state.rows, state.now, plan)
  const step = (outcome: Committed["outcome"], after: State, answer: Answer): Step => {
    const { next, onwards } = told(call, answer, at)
    return { event: { _tag: "Committed", call, plan, outcome, next }, after: withCall(after, call, onwards) }
  }
  if (result instanceof Conflict) return [step("conflict", state, { _tag: "Conflicted", conflict: result })]
  const after = { ...state, rows: result, keys: withKeys(state.keys, plan) }
  const unheard: Answer = bug?.isTrusting ? { _tag: "Committed" } : { _tag: "Silent" }
  return [
    step("done", after, { _tag: "Committed" }),
    step("done, unheard", after, unheard),
    step("not done, unheard", state, unheard)
  ]
}

/**
 * The chain of receipts lets one signed call of an account through at a time, which would hide a guard that is missing
 * elsewhere. So it is left out: what holds without that wall holds with it.
 */
const withoutReceipt = ({ changes, guards }: Write): Write => ({
  changes: changes.filter(({ collection }) => !RECEIPTS.includes(collection.name)),
  guards
})
const RECEIPTS = ["receipts", "receipt_heads"]

/** What a call does once it is told something, and the call as it goes on; none, if it is over. */
const told = (
  call: Call,
  answer: Answer,
  at: Millis
): { readonly next: Next; readonly onwards: ReadonlyArray<Call> } => {
  const { copy, message, node } = call
  const after = heardAfter(call.heard, answer, at)
  const next = nextOf(call, after)
  if (next._tag === "Over") return { next, onwards: [] }
  // A lost round leaves nothing behind: the call is again the one that arrived.
  const heard = answer._tag === "Conflicted" && startsOver(call, next) ? NOTHING : after
  return { next, onwards: [{ copy, message, node, heard }] }
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
