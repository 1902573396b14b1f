import type { Store } from "@countersign/core"
import { Cause, Effect, Exit } from "effect"
import * as fc from "fast-check"
import { agrees } from "../model/agrees.ts"
import { sequence } from "../model/commands.ts"
import { type Chapter, story } from "./Story.ts"

export const sequences: Chapter = {
  name: "whatever it is told",
  stories: [
    story("a store answers and keeps what an array with linear scans would", (scene) =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Store>()
        const holds = fc.asyncProperty(sequence, async (commands) => {
          const exit = await Effect.runPromiseExitWith(context)(agrees(scene, commands))
          if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
        })
        yield* scene.pass(scene.clock === "test" ? 1000 : 0)
        yield* Effect.promise(() => fc.assert(holds, { numRuns: scene.runs, includeErrorInReport: true }))
      })
    )
  ]
}
