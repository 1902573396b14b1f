import * as fc from "fast-check"
import type { DrawnBy } from "../stories/Story.ts"

/** One call as its caller observed it. Stamps number the events: the lower one was before the other. */
export interface Call<Ask, Answer> {
  readonly ask: Ask
  readonly invoked: number
  /** Absent when no response arrived: the call may have taken effect at any later time, or never. */
  readonly returned?: { readonly answer: Answer; readonly at: number }
}

/** The sequential specification of an object: the result of one call after another. States are JSON. */
export interface Sequential<State extends object, Ask, Answer> {
  readonly initial: State
  /** Returns the state after `ask`, or undefined if it cannot return this answer. Without an answer any is right. */
  readonly after: (state: State, ask: Ask, answer: Answer | undefined) => State | undefined
}

/** The number of orders grows too fast to search longer histories. */
export const MOST_CALLS = 12

/**
 * Whether the calls are linearizable: some sequential order yields every answer that was received, and places no call
 * before one that had returned when it was made. After "Testing and Verifying Concurrent Objects", 1993: a call may
 * come next if no other remaining call had returned before it was made.
 */
export const isExplained = <State extends object, Ask, Answer>(
  calls: ReadonlyArray<Call<Ask, Answer>>,
  { after, initial }: Sequential<State, Ask, Answer>
): boolean => {
  if (calls.length > MOST_CALLS) throw new Error(`A history has at most ${MOST_CALLS} calls. Found ${calls.length}`)
  // Orders with the same state and the same remaining calls have the same outcome, so each is searched once.
  const failed = new Set<string>()

  const ends = (state: State, left: ReadonlyArray<Call<Ask, Answer>>): boolean => {
    if (left.every(({ returned }) => returned === undefined)) return true
    const place = JSON.stringify([left.map((call) => calls.indexOf(call)), state])
    if (failed.has(place)) return false
    failed.add(place)
    const firstReturn = Math.min(...left.map(({ returned }) => returned?.at ?? Number.POSITIVE_INFINITY))
    return left.some((call) => {
      const next = call.invoked < firstReturn ? after(state, call.ask, call.returned?.answer) : undefined
      const rest = left.filter((one) => one !== call)
      return next !== undefined && ends(next, rest)
    })
  }
  return ends(initial, calls)
}

/** Two records that compete for one unique key. */
const which = fc.constantFrom("a", "b")

/** Mostly the last version that the worker read: the fewer conflicts, the more a history covers. */
const off = fc.constantFrom(...new Array<number>(15).fill(0), 1)

const load = fc.record({ do: fc.constantFrom("by id", "by id", "by id", "by key"), which })

/** "put" inserts a record that the worker has not read, and replaces one that it has. */
const commit = fc.record({
  do: fc.constantFrom("put", "put", "put", "put", "put", "put", "insert", "remove"),
  which,
  off,
  isNamed: fc.constantFrom(true, false, false),
  guard: fc.constantFrom("none", "version")
})

const ask = fc.oneof(load, commit)
export type DrawnCommit = DrawnBy<typeof commit>

const stepOf = (cut: fc.Arbitrary<number | undefined>) => fc.record({ ask, pauses: fc.nat(2), cut })
export type Step = DrawnBy<ReturnType<typeof stepOf>>

const WORKERS = 4

/** Several workers with a few steps each, together at most as many as a history may have. */
const workersOf = (step: fc.Arbitrary<Step>) => {
  const steps = fc.array(step, { minLength: 2, maxLength: MOST_CALLS / WORKERS, size: "max" })
  return fc.array(steps, { minLength: 3, maxLength: WORKERS, size: "max" })
}

export const workers = workersOf(stepOf(fc.constant(undefined)))

/** Some of the calls are interrupted after a number of pauses, unless they have returned by then. */
export const cutWorkers = workersOf(stepOf(fc.option(fc.nat(4), { nil: undefined, freq: 1 })))
