import { claimed, commit, find, foundIds, idsOf, load, outcome, rowOf } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { atVersion, byId, byIndex, byKey, here, insert, remove, replace, there } from "./things.ts"

const one = insert("a", { name: "x", owner: "o" })

export const isolation: Chapter = {
  name: "environments",
  stories: [
    story("I9: no load of one environment returns a record of another", function* () {
      yield* commit([one])
      const elsewhere = { in: there }
      const refs = [byId("a", elsewhere), byKey("name", ["x"], elsewhere), byIndex("owner", ["o"], 9, elsewhere)]
      same("A record of another environment is not found", yield* load(refs), [[], [], []])
    }),
    story("I9: no page of one environment contains a record of another", function* () {
      yield* commit([one, insert("b", { owner: "o" }, { in: there })])
      const index = { name: "owner", values: ["o"] }
      same("A page is scoped to one environment", yield* foundIds({ environment: there }), ["b"])
      same("A page by an index is scoped to one environment", yield* foundIds({ environment: there, index }), ["b"])
      same("A page is scoped to one environment", yield* foundIds({ environment: here }), ["a"])
    }),
    story("I9: no guard of one environment depends on another", function* () {
      yield* commit([one])
      const guard = atVersion("a", 1, { in: there })
      same("A version guard is scoped to one environment", yield* outcome([], [guard]), "version things")
    }),
    story("I9: no write of one environment changes a record of another", function* () {
      yield* commit([one])
      same(
        "A replace is scoped to one environment",
        yield* outcome([replace("a", 1, {}, { in: there })]),
        "version things"
      )
      same("A remove is scoped to one environment", yield* outcome([remove("a", 1, { in: there })]), "version things")
      same("The other record is unchanged", (yield* rowOf(byId("a")))?.body, { name: "x", owner: "o" })
    }),
    story("I9: two environments can have the same id and the same unique key", function* () {
      yield* commit([one])
      const twin = insert("a", { name: "x", owner: "o" }, { in: there })
      same("Ids and keys are scoped to one environment", yield* outcome([twin]), "written")
      yield* commit([replace("a", 1, { name: "x" }, { in: there })])
      yield* commit([remove("a", 1)])
      same("Records of two environments are independent", yield* idsOf(byKey("name", ["x"])), [])
      same("A row names its environment", (yield* find({ environment: there }))[0]?.environment, there)
    }),
    story("a claim returns due records of every environment, each with its own", function* () {
      yield* commit([insert("a", { dueAt: 1 }), insert("a", { dueAt: 2 }, { in: there })])
      same("A claim covers all environments", yield* claimed(5), ["a@2", "a@2"])
      same("A lease is valid in each environment", yield* claimed(6), [])
      yield* commit([replace("a", 2, { dueAt: 1 })])
      same("A replace in one environment does not end the lease in the other", yield* claimed(7), ["a@4"])
    })
  ]
}
