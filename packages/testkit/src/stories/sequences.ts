import { Effect } from "effect"
import { agrees } from "../model/agrees.ts"
import { sequence } from "../model/commands.ts"
import { always } from "./always.ts"
import { type Chapter, story } from "./Story.ts"

export const sequences: Chapter = {
  name: "whatever it is told",
  stories: [
    story("a store answers and keeps what an array with linear scans would", (scene) =>
      Effect.gen(function* () {
        yield* scene.pass(scene.clock === "test" ? 1000 : 0)
        yield* always(scene, sequence, (commands) => agrees(scene, commands))
      })
    )
  ]
}
