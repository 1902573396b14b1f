import * as fc from "fast-check"

/** One call as it is seen from outside. Stamps count events: a call that returned before another was made has less. */
export interface Call<Ask, Answer> {
  readonly ask: Ask
  readonly invoked: number
  /** Absent where no answer came: the call may have been done at any time since, or never. */
  readonly returned?: { readonly answer: Answer; readonly at: number }
}

/** What an object does that is asked one thing after another. Its states are JSON. */
export interface Sequential<State extends object, Ask, Answer> {
  readonly initial: State
  /** The state that `ask` leaves, or none if it cannot be answered so. Where no answer came, whatever it would leave. */
  readonly after: (state: State, ask: Ask, answer: Answer | undefined) => State | undefined
}

/** More calls have more orders than a search has time for. */
export const MOST_CALLS = 12

/**
 * Whether the calls are linearizable: some order of them, one after another, gives every answer that came, and puts no
 * call before one that had returned when it was made. After "Testing and Verifying Concurrent Objects", 1993: a call may
 * come next if no other call that is left had returned before it.
 */
export const isExplained = <State extends object, Ask, Answer>(
  calls: ReadonlyArray<Call<Ask, Answer>>,
  { after, initial }: Sequential<State, Ask, Answer>
): boolean => {
  if (calls.length > MOST_CALLS) throw new Error(`A history has at most ${MOST_CALLS} calls, not ${calls.length}`)
  // Orders that leave one state and the same calls end alike.
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

/** Two records that are after one unique key. */
const which = fc.constantFrom("a", "b")

/** Mostly the version that the worker has seen last: the fewer calls are refused, the more an answer tells. */
const off = fc.constantFrom(...new Array<number>(15).fill(0), 1)

const load = fc.record({ do: fc.constantFrom("by id", "by id", "by id", "by key"), which })

/** "put" inserts what the worker has not seen, and replaces what it has. */
const commit = fc.record({
  do: fc.constantFrom("put", "put", "put", "put", "put", "put", "insert", "remove"),
  which,
  off,
  isNamed: fc.constantFrom(true, false, false),
  guard: fc.constantFrom("none", "none", "version", "version", "free")
})

const ask = fc.oneof(load, commit)
export type DrawnCommit = From<typeof commit>

const stepOf = (cut: fc.Arbitrary<number | undefined>) => fc.record({ ask, pauses: fc.nat(2), cut })
export type Step = From<ReturnType<typeof stepOf>>

const WORKERS = 4

/** Several workers, each with a few steps, together as many as a history may have. */
const workersOf = (step: fc.Arbitrary<Step>) => {
  const steps = fc.array(step, { minLength: 2, maxLength: MOST_CALLS / WORKERS, size: "max" })
  return fc.array(steps, { minLength: 3, maxLength: WORKERS, size: "max" })
}

export const workers = workersOf(stepOf(fc.constant(undefined)))

/** Some of their calls are interrupted after so many pauses, if they have not returned by then. */
export const cutWorkers = workersOf(stepOf(fc.option(fc.nat(4), { nil: undefined, freq: 1 })))

type From<A> = A extends fc.Arbitrary<infer T> ? T : never
