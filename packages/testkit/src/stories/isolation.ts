import { Effect } from "effect"
import { claimed, commit, find, foundIds, idsOf, load, outcome, rowOf } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { atVersion, byId, byIndex, byKey, free, here, insert, remove, replace, there } from "./things.ts"

const one = insert("a", { name: "x", owner: "o" })

export const isolation: Chapter = {
  name: "environments",
  stories: [
    story("I9: no load of one environment reaches a record of another", () =>
      Effect.gen(function* () {
        yield* commit([one])
        const elsewhere = { in: there }
        const refs = [byId("a", elsewhere), byKey("name", ["x"], elsewhere), byIndex("owner", ["o"], 9, elsewhere)]
        same("Another environment's record is not there", yield* load(refs), [[], [], []])
      })
    ),
    story("I9: no page of one environment holds a record of another", () =>
      Effect.gen(function* () {
        yield* commit([one, insert("b", { owner: "o" }, { in: there })])
        const index = { name: "owner", values: ["o"] }
        same("A page is of one environment", yield* foundIds({ environment: there }), ["b"])
        same("A page by an index is of one environment", yield* foundIds({ environment: there, index }), ["b"])
        same("A page is of one environment", yield* foundIds({ environment: here }), ["a"])
      })
    ),
    story("I9: no guard of one environment looks at another", () =>
      Effect.gen(function* () {
        yield* commit([one])
        const guard = atVersion("a", 1, { in: there })
        same("A version guard is of one environment", yield* outcome([], [guard]), "version things")
        same("A free guard is of one environment", yield* outcome([], [free("name", ["x"], { in: there })]), "written")
      })
    ),
    story("I9: no write of one environment reaches a record of another", () =>
      Effect.gen(function* () {
        yield* commit([one])
        same("A replace is of one environment", yield* outcome([replace("a", 1, {}, { in: there })]), "version things")
        same("A remove is of one environment", yield* outcome([remove("a", 1, { in: there })]), "version things")
        same("The other record is untouched", (yield* rowOf(byId("a")))?.body, { name: "x", owner: "o" })
      })
    ),
    story("I9: the same id and the same unique key live in both", () =>
      Effect.gen(function* () {
        yield* commit([one])
        const twin = insert("a", { name: "x", owner: "o" }, { in: there })
        same("Ids and keys are of one environment", yield* outcome([twin]), "written")
        yield* commit([replace("a", 1, { name: "x" }, { in: there })])
        yield* commit([remove("a", 1)])
        same("Each lives its own life", yield* idsOf(byKey("name", ["x"])), [])
        same("A row names its environment", (yield* find({ environment: there }))[0]?.environment, there)
      })
    ),
    story("work is handed out from every environment, each record as its own", () =>
      Effect.gen(function* () {
        yield* commit([insert("a", { dueAt: 1 }), insert("a", { dueAt: 2 }, { in: there })])
        same("A claim is over all environments", yield* claimed(5), ["a@2", "a@2"])
        same("A lease holds in each", yield* claimed(6), [])
        yield* commit([replace("a", 2, { dueAt: 1 })])
        same("What ends a lease here ends none there", yield* claimed(7), ["a@4"])
      })
    )
  ]
}
