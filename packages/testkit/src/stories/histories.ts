import type { Store } from "@countersign/core"
import { Effect } from "effect"
import type * as fc from "fast-check"
import { begun } from "../histories/asked.ts"
import { cutWorkers, type Step, workers } from "../histories/drawn.ts"
import { isExplained } from "../histories/explained.ts"
import { keptFrom } from "../histories/kept.ts"
import { recorded } from "../histories/recorded.ts"
import { always } from "./always.ts"
import { same } from "./promise.ts"
import { type Chapter, type Scene, story } from "./Story.ts"

type Drawn = fc.Arbitrary<ReadonlyArray<ReadonlyArray<Step>>>

/** Records what a store answers to workers that meet, and looks for an order that explains it. */
const explains =
  (drawn: Drawn) =>
  (scene: Scene): Effect.Effect<void, unknown, Store> =>
    Effect.suspend(() => {
      let histories = 0
      return always(scene, drawn, (steps) => {
        histories += 1
        const history = `history-${histories}`
        return Effect.map(recorded(steps, history), (calls) => {
          const unexplained = isExplained(calls, keptFrom(begun(history))) ? [] : calls
          same("Calls that meet answer as if each was made at one moment of its own", unexplained, [])
        })
      })
    })

export const histories: Chapter = {
  name: "concurrent histories",
  stories: [
    story("some order of the calls, one after another, explains every answer", explains(workers)),
    story("a call that was interrupted in flight was done once at some later moment, or never", explains(cutWorkers))
  ]
}
