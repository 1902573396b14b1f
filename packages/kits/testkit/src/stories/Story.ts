import { inspect, isDeepStrictEqual } from "node:util"
import type { Store } from "@countersign/core"
import { Cause, Effect, Exit } from "@countersign/core/effect"
import * as fc from "fast-check"
import { type ChapterOf, messageOf } from "../suite.ts"

export interface Scene {
  readonly clock: "test" | "real"
  /** Advances the time of the store: immediately with a test clock, by waiting with a real one. */
  readonly pass: (millis: number) => Effect.Effect<void>
  readonly racers: number
  readonly rounds: number
  readonly runs: number
  /** Required number of random commits per outcome. */
  readonly outcomes: number
  /** Number of random commits so far, by outcome. */
  readonly met: Map<string, number>
}

/** A test of one requirement of the port. The store is empty at the start. */
export interface Story {
  readonly name: string
  readonly run: (scene: Scene) => Effect.Effect<void, unknown, Store>
}

export type Chapter = ChapterOf<Story>

/** A story whose steps are written as for `Effect.gen`. */
export const story = (name: string, run: (scene: Scene) => Generator<Step, void, never>): Story => ({
  name,
  run: (scene) => Effect.gen(() => run(scene))
})

type Step = Effect.Effect<unknown, unknown, Store>

/** Fails with the violated requirement, the expected value and the actual value. */
export const same = (promise: string, found: unknown, expected: unknown): void => {
  if (isDeepStrictEqual(found, expected)) return
  const whole = `expected ${shown(expected)}, found ${shown(found)}`
  const [at, one, other] = firstDifference(found, expected)
  // A short value shows its difference by itself.
  if (at === "" || whole.length < SHORT) throw new Error(`${promise}. E${whole.slice(1)}`)
  throw new Error(`${promise}. At ${at}: expected ${shown(other)}, found ${shown(one)}. In whole: ${whole}`)
}

/** Characters of two values that a reader compares at a glance. */
const SHORT = 100

/** Returns the path of the first part in which two values differ, and both parts. The path is empty for the values themselves. */
const firstDifference = (found: unknown, expected: unknown, at = ""): readonly [string, unknown, unknown] => {
  const isList = Array.isArray(found) && Array.isArray(expected) && found.length === expected.length
  if (!isList && !(isPlain(found) && isPlain(expected))) return [at, found, expected]
  const [one, other] = [new Map(Object.entries(found)), new Map(Object.entries(expected))]
  for (const key of new Set([...other.keys(), ...one.keys()])) {
    if (one.has(key) === other.has(key) && isDeepStrictEqual(one.get(key), other.get(key))) continue
    return firstDifference(one.get(key), other.get(key), isList ? `${at}[${key}]` : `${at}.${key}`)
  }
  return [at, found, expected]
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** As {@link same}, for requirements that allow several values. */
export const within = (promise: string, found: unknown, allowed: ReadonlyArray<unknown>): void => {
  if (!allowed.some((one) => isDeepStrictEqual(found, one))) {
    throw new Error(`${promise}. Expected one of ${shown(allowed)}, found ${shown(found)}`)
  }
}

const shown = (value: unknown): string =>
  shortened(
    inspect(value, {
      depth: 6,
      compact: true,
      breakLength: Number.POSITIVE_INFINITY,
      maxArrayLength: 20,
      maxStringLength: 200
    })
  )

const shortened = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} …`)
const LONGEST = 500

/** The values of an arbitrary. */
export type DrawnBy<A> = A extends fc.Arbitrary<infer T> ? T : never

/** Runs `run` with random values, `runs` times. With a test clock, a failing value is shrunk. */
export const always = Effect.fnUntraced(function* <A>(
  { clock, runs }: Scene,
  drawn: fc.Arbitrary<A>,
  run: (value: A) => Effect.Effect<void, unknown, Store>
) {
  const context = yield* Effect.context<Store>()
  const property = fc.asyncProperty(drawn, async (value) => {
    const exit = await Effect.runPromiseExitWith(context)(run(value))
    if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
  })
  // A failure on a real clock or network may not reproduce, so shrinking would only wait.
  const endOnFailure = clock === "real"
  const { counterexample, counterexamplePath, errorInstance, failed, numRuns, seed } = yield* Effect.promise(() =>
    fc.check(property, { numRuns: runs, endOnFailure })
  )
  if (!failed) return
  // The violated requirement first: a counterexample can be thousands of characters long.
  const message = messageOf(errorInstance)
  const replay = `seed ${seed}, path ${JSON.stringify(counterexamplePath)}, run ${numRuns}`
  throw new Error(`${message}. Random input (${replay}): ${shown(counterexample)}`, { cause: errorInstance })
})
