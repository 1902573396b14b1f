import type { Store } from "@countersign/core"
import { Cause, Effect, Exit } from "effect"
import * as fc from "fast-check"
import type { Scene } from "./Story.ts"

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
