import type { Json } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { commit, idsOf, outcome, rowOf, rowsOf } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { atVersion, byId, byIndex, byKey, insert, replace } from "./things.ts"

/** All racers start from the same read, and each yields once before it writes. */
const race = (racers: number, write: (racer: number) => ReturnType<typeof outcome>) =>
  Effect.map(
    Effect.forEach(
      Array.from({ length: racers }, (_, racer) => racer),
      (racer) => Effect.andThen(Effect.yieldNow, write(racer)),
      { concurrency: "unbounded" }
    ),
    (outcomes) => outcomes.toSorted()
  )

const oneOf = (racers: number, lost: string) =>
  [...Array.from({ length: racers - 1 }, () => lost), "written"].toSorted()

const fieldsOf = (body: Json | undefined) => Object.fromEntries(Object.entries(body ?? {}))

export const races: Chapter = {
  name: "races",
  stories: [
    story(
      "I1: of many concurrent replaces of one version that also guard another record, one succeeds",
      function* ({ racers, rounds }) {
        yield* commit([insert("request"), insert("account")])
        for (let round = 1; round <= rounds; round++) {
          const owner = `round-${round}`
          const results = yield* race(racers, (racer) => {
            const changes = [replace("request", round, { racer }), insert(`${owner}-${racer}`, { racer, owner })]
            return outcome(changes, [atVersion("account", 1)])
          })
          same("One of many concurrent writes of one version succeeds", results, oneOf(racers, "version things"))
          const effects = yield* rowsOf(byIndex("owner", [owner]))
          same("Rejected commits write nothing", effects.length, 1)
          const request = yield* rowOf(byId("request"))
          same("Only the winner's record remains", effects[0]?.body, { ...fieldsOf(request?.body), owner })
        }
        same("Each round wrote once", (yield* rowOf(byId("request")))?.version, rounds + 1)
      }
    ),
    story("I6: of many concurrent inserts of one unique key, one succeeds", function* ({ racers, rounds }) {
      for (let round = 1; round <= rounds; round++) {
        const name = `name-${round}`
        const results = yield* race(racers, (racer) => outcome([insert(`${round}-${racer}`, { name })]))
        same("One of many concurrent inserts of one key succeeds", results, oneOf(racers, "taken things"))
        same("The key finds one record", (yield* idsOf(byKey("name", [name]))).length, 1)
      }
    }),
    story("of many concurrent inserts of one id, one succeeds", function* ({ racers, rounds }) {
      for (let round = 1; round <= rounds; round++) {
        const results = yield* race(racers, (racer) => outcome([insert(`id-${round}`, { racer })]))
        same("One of many concurrent inserts of one id succeeds", results, oneOf(racers, "taken things"))
      }
    }),
    story(
      "of two commits that each replace one record and guard the other's version, one succeeds",
      function* ({ rounds }) {
        yield* commit([insert("a"), insert("b")])
        for (let round = 1; round <= rounds; round++) {
          const [a, b] = [(yield* rowOf(byId("a")))?.version ?? 0, (yield* rowOf(byId("b")))?.version ?? 0]
          const results = yield* race(2, (racer) =>
            racer === 0
              ? outcome([replace("a", a, { racer })], [atVersion("b", b)])
              : outcome([replace("b", b, { racer })], [atVersion("a", a)])
          )
          same("A guarded version cannot change before the write", results, oneOf(2, "version things"))
        }
      }
    ),
    story(
      "of two commits that change the same two records in opposite order, one succeeds and none deadlocks",
      function* ({ rounds }) {
        yield* commit([insert("a"), insert("b")])
        for (let round = 1; round <= rounds; round++) {
          const results = yield* race(2, (racer) => {
            const changes = [replace("a", round, { racer }), replace("b", round, { racer })]
            return outcome(racer === 0 ? changes : changes.toReversed())
          })
          same("One of two concurrent commits on the same records succeeds", results, oneOf(2, "version things"))
          same("Both records are the winner's", (yield* rowOf(byId("a")))?.body, (yield* rowOf(byId("b")))?.body)
        }
      }
    )
  ]
}
