import { inspect, isDeepStrictEqual } from "node:util"
import type { Store } from "@countersign/core"
import { Cause, Effect, Exit } from "effect"
import * as fc from "fast-check"

/** What a story may know of the run it is told in. */
export interface Scene {
  readonly clock: "test" | "real"
  /** Lets time pass for the store: at once where the clock is the suite's, by waiting where it is the store's. */
  readonly pass: (millis: number) => Effect.Effect<void>
  /** What the store's clock reads, as near as the suite can know. */
  readonly now: Effect.Effect<number>
  readonly racers: number
  readonly rounds: number
  readonly runs: number
  /** How often each way a commit can end has to be met by what is drawn. */
  readonly outcomes: number
  /** How often each was met. */
  readonly met: Map<string, number>
}

/** One promise of the port, told to a store that is empty. */
export interface Story {
  readonly name: string
  readonly tell: (scene: Scene) => Effect.Effect<void, unknown, Store>
}

export interface Chapter {
  readonly name: string
  readonly stories: ReadonlyArray<Story>
}

export const story = (name: string, tell: Story["tell"]): Story => ({ name, tell })

/** Fails with the promise that is broken, what it expects, and what the store answered. */
export const same = (promise: string, found: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(found, expected))
    throw new Error(`${promise}. Expected ${shown(expected)}, found ${shown(found)}`)
}

/** As {@link same}, where more than one answer keeps the promise. */
export const within = (promise: string, found: unknown, allowed: ReadonlyArray<unknown>): void => {
  if (!allowed.some((one) => isDeepStrictEqual(found, one))) {
    throw new Error(`${promise}. Expected one of ${shown(allowed)}, found ${shown(found)}`)
  }
}

/** On one line, and short enough to read where what was kept is long. */
const shown = (value: unknown): string =>
  inspect(value, {
    depth: 6,
    compact: true,
    breakLength: Number.POSITIVE_INFINITY,
    maxArrayLength: 20,
    maxStringLength: 200
  })

/** Tells the store whatever is drawn, as often as the scene says. What failed is shrunk where it fails again. */
export const always = Effect.fnUntraced(function* <A>(
  { clock, runs }: Scene,
  drawn: fc.Arbitrary<A>,
  tell: (value: A) => Effect.Effect<void, unknown, Store>
) {
  const context = yield* Effect.context<Store>()
  const holds = fc.asyncProperty(drawn, async (value) => {
    const exit = await Effect.runPromiseExitWith(context)(tell(value))
    if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
  })
  // What a real clock and a real network once did they may not do again: shrinking would wait for nothing.
  const endOnFailure = clock === "real"
  yield* Effect.promise(() => fc.assert(holds, { numRuns: runs, includeErrorInReport: true, endOnFailure }))
})
