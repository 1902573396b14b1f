import * as fc from "fast-check"
import { MOST_CALLS } from "./explained.ts"

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
