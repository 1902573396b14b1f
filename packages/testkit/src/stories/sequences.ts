import { Effect } from "effect"
import { agrees } from "../model/agrees.ts"
import { sequence } from "../model/commands.ts"
import { always } from "./always.ts"
import { same } from "./promise.ts"
import { type Chapter, story } from "./Story.ts"
import { collections } from "./things.ts"

const ways = ["written", "late", ...collections.flatMap(({ name }) => [`taken ${name}`, `version ${name}`])]

export const sequences: Chapter = {
  name: "whatever it is told",
  stories: [
    story("a store answers and keeps what an array with linear scans would", (scene) =>
      Effect.gen(function* () {
        yield* scene.pass(scene.clock === "test" ? 1000 : 0)
        yield* always(scene, sequence, (commands) => agrees(scene, commands))
        const rare = ways.filter((way) => (scene.met.get(way) ?? 0) < scene.outcomes)
        same(`The sequences meet each way a commit can end at least ${scene.outcomes} times`, rare, [])
      })
    )
  ]
}
