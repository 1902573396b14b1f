import { Clock, Context, Effect, Result, Schema } from "effect"
import type { EnvironmentKey, Millis, Mode } from "../../model/Environment.ts"
import { invalid, Refusal } from "../../model/Refusal.ts"
import type { KeysUnavailable } from "../../ports/Vault.ts"
import type { Declaration } from "../../store/Collection.ts"
import { Store, type StoreUnavailable } from "../../store/Store.ts"
import { CallCounts } from "../counts/countCalls.ts"
import { checkReady } from "../keys/checkReady.ts"
import type { NotReady } from "../keys/rules/KnownKeys.ts"
import { LEASE, longestAttempt, type makeLanes } from "./lanes.ts"
import { sweepExpired } from "./sweepExpired.ts"

export class BudgetRefused extends Refusal("BudgetRefused", { check: Schema.String })(invalid, {
  reason: "Budget out of range",
  message:
    "The budget is too short for the longest attempt of due work, or longer than its lease. Send one within the range in details.reason.",
  cause:
    "An attempt ends before the budget does, so a budget is at least 2 seconds longer than `policy.mailTimeout` and 3 seconds longer than `policy.webhookTimeout`, and at most 29 seconds.",
  remedy: "Omit the budget, or lower the two timeouts of the policy."
}) {}

/** The due work of one kind and mode on this node. `lanes` opens its batch queue, with the ports of the mode. */
export interface WorkQueue {
  /** The kind by which hosts name it. */
  readonly kind: string
  readonly of: Declaration
  readonly mode: Mode
  readonly lanes: (only?: EnvironmentKey) => Effect.Effect<Lanes, never, Effect.Success<typeof Effect.scope>>
}

type Lanes = Effect.Success<ReturnType<typeof makeLanes>>

/** The outcome of one run. */
export interface DueWorkReport {
  /** How much was completed, by kind. Work that failed is due again later. */
  readonly done: Readonly<Record<string, number>>
  /** The budget ended before the work. */
  readonly left: boolean
  /** When the next work is due, if that is known and within an hour. */
  readonly nextDueAt?: Millis
}

export interface DueWorkAsked {
  /** Milliseconds. Default: 25,000, or more where an attempt may take longer. */
  readonly budget?: number | undefined
  /** Default: all environments. */
  readonly environment?: EnvironmentKey
}

/** Runs the due work of this node, with the ports of the node. The wiring sets it. */
export const DueWorkRunner = Context.Reference<
  | ((
      asked: DueWorkAsked
    ) => Effect.Effect<DueWorkReport, BudgetRefused | KeysUnavailable | NotReady | StoreUnavailable>)
  | undefined
>("@countersign/core/due-work/DueWorkRunner", { defaultValue: () => undefined })

/** How long after the end of an attempt its outcome is recorded. */
const RECORDED_WITHIN: Millis = 2000

/** A lease, which begins with a claim, ends after the budget. */
const MOST: Millis = LEASE - 1000
const DEFAULT: Millis = 25_000

/** How far ahead a run looks for work. */
const AHEAD: Millis = 3_600_000

/**
 * Does the work that is due, until none is left or the budget ends. Work begins only if its longest attempt ends within the
 * budget, and what has begun is completed, also when the caller leaves. A run for all environments deletes expired records and
 * writes the counts of calls too.
 */
export const makeDueWork = (queues: ReadonlyArray<WorkQueue>) => {
  const running = new Set<EnvironmentKey>()
  return (asked: DueWorkAsked) =>
    Effect.suspend(() => {
      const { environment } = asked
      if (environment === undefined) return ran(asked, queues)
      // A caller could otherwise take more slots with each call. The run in progress does the work of this one.
      if (running.has(environment)) return Effect.succeed<DueWorkReport>({ done: {}, left: false })
      running.add(environment)
      const own = queues.filter(({ mode }) => environment.startsWith(`${mode}/`))
      return Effect.ensuring(
        ran(asked, own),
        Effect.sync(() => running.delete(environment))
      )
    })
}

const ran = Effect.fnUntraced(function* ({ budget, environment }: DueWorkAsked, queues: ReadonlyArray<WorkQueue>) {
  const least = (yield* longestAttempt) + RECORDED_WITHIN
  const end = (yield* millis) + (yield* Effect.fromResult(budgetWithin(least, budget)))
  const isTime = Effect.map(millis, (at) => at + least <= end)
  yield* checkReady()
  if (environment !== undefined) {
    const { done, left } = yield* worked(queues, isTime, environment)
    return { done, left }
  }
  const counts = yield* CallCounts
  const isSwept = (swept: number) => Effect.map(isTime, (isStill) => swept === 0 || !isStill)
  const [report] = yield* Effect.all(
    [
      worked(queues, isTime),
      beside("sweepExpired")(Effect.repeat(sweepExpired(), { until: isSwept })),
      beside("flushCounts")(counts?.flush ?? Effect.void)
    ],
    { concurrency: "unbounded" }
  )
  return report
})

/** Logs a failure, which does not fail the run. */
const beside = (name: string) =>
  Effect.catchCause((cause) => Effect.logWarning("a background round failed", { name }, cause))

/** Milliseconds of a clock that only moves forward. */
const millis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

export const budgetWithin = (least: Millis, budget = Math.max(DEFAULT, least)): Result.Result<Millis, BudgetRefused> =>
  Number.isInteger(budget) && budget >= least && budget <= MOST
    ? Result.succeed(budget)
    : Result.fail(new BudgetRefused({ check: `${least} to ${MOST} milliseconds` }))

/** Works on all queues with due work at once, until a look finds none that this node can claim. */
const worked = Effect.fnUntraced(function* (
  queues: ReadonlyArray<WorkQueue>,
  isTime: Effect.Effect<boolean>,
  only?: EnvironmentKey
) {
  const done: Record<string, number> = {}
  // Another node has the rest of these in progress.
  const claimed = new Set<WorkQueue>()
  while (true) {
    const look = yield* looked(queues)
    const due = queues.filter((queue) => !claimed.has(queue) && look.isDue(queue))
    const left = due.length > 0 && !(yield* isTime)
    if (due.length === 0 || left) return { done, left, ...look.next }
    yield* Effect.forEach(
      due,
      Effect.fnUntraced(function* (queue) {
        const lanes = yield* queue.lanes(only)
        const { done: some, isEmpty } = yield* drained(lanes, isTime)
        if (some > 0) done[queue.kind] = (done[queue.kind] ?? 0) + some
        if (isEmpty) claimed.add(queue)
      }, Effect.scoped),
      { concurrency: "unbounded", discard: true }
    )
  }
})

/** Claims from a queue while there is time, and completes what it claimed. */
const drained = Effect.fnUntraced(function* (lanes: Lanes, isTime: Effect.Effect<boolean>) {
  let all = 0
  let last = 1
  while (last > 0 && (yield* isTime)) {
    last = yield* lanes.round()
    all += last
    yield* lanes.half
  }
  yield* lanes.idle
  return { done: lanes.done(), isEmpty: all === 0 && last === 0 }
})

/** Which queues have due work, in one statement. Without it in the store, each may have some. */
const looked = Effect.fnUntraced(function* (queues: ReadonlyArray<WorkQueue>) {
  const { depths } = yield* Store
  if (depths === undefined) return { isDue: () => true, next: {} }
  const at = yield* Clock.currentTimeMillis
  const found = yield* depths(
    queues.map(({ of }) => of).filter((of, nth, all) => all.indexOf(of) === nth),
    at + AHEAD
  )
  const sinceOf = ({ mode, of }: WorkQueue) =>
    found.find((depth) => depth.mode === mode && depth.collection === of.name)?.since
  const isDue = (queue: WorkQueue) => (sinceOf(queue) ?? Number.POSITIVE_INFINITY) <= at
  // Work that is due and in progress on another node is done by then, or due again.
  const times = queues.flatMap((queue) => (isDue(queue) ? [at + LEASE] : (sinceOf(queue) ?? [])))
  return { isDue, next: times.length === 0 ? {} : { nextDueAt: Math.min(...times) } }
})
