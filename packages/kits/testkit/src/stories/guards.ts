import type { Guard } from "@countersign/core"
import { Clock } from "@countersign/core/effect"
import { commit, idsOf, outcome, rowOf } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { atVersion, byId, insert, others, remove, replace, there } from "./things.ts"

export const guards: Chapter = {
  name: "guards",
  stories: [
    story("a version guard passes at exactly its version, and never for a missing record", function* () {
      yield* commit([insert("a")])
      yield* commit([replace("a", 1)])
      for (const version of [1, 3]) {
        const result = yield* outcome([insert("b")], [atVersion("a", version)])
        same("A version guard fails at another version", result, "version things")
      }
      same(
        "A version guard fails for a missing record",
        yield* outcome([insert("b")], [atVersion("z", 1)]),
        "version things"
      )
      same("A version guard passes at its version", yield* outcome([insert("b")], [atVersion("a", 2)]), "written")
    }),
    story("a version guard of version 0 passes only without a record", function* () {
      same("The record is absent", yield* outcome([insert("b")], [atVersion("a", 0)]), "written")
      yield* commit([insert("a", { n: 1 })])
      same("The record is there", yield* outcome([insert("c")], [atVersion("a", 0)]), "version things")
      same("A failed guard writes nothing", yield* rowOf(byId("c")), undefined)
      const elsewhere = atVersion("a", 0, { in: there })
      same("It is of one environment", yield* outcome([insert("c", {}, { in: there })], [elsewhere]), "written")
      yield* commit([remove("a", 1)])
      same("The record was removed", yield* outcome([insert("d"), insert("e")], [atVersion("a", 0)]), "written")
    }),
    story("a version guard may be combined with a replace of the same record", function* () {
      yield* commit([insert("a")])
      const result = yield* outcome([replace("a", 1)], [atVersion("a", 1)])
      same("Guards are checked before the commit's own changes", result, "written")
    }),
    story("a commit that consists of guards only checks them", function* () {
      yield* commit([insert("a", { name: "x" }, { of: others })])
      same(
        "A failed guard conflicts without changes",
        yield* outcome([], [atVersion("a", 2, { of: others })]),
        "version others"
      )
      same("Passing guards do not conflict", yield* outcome([], [atVersion("a", 1, { of: others })]), "written")
    }),
    story("every guard of a commit must pass, in any position", function* () {
      yield* commit([insert("a"), insert("b")])
      const both = [atVersion("a", 1), atVersion("b", 2)]
      same("One failed guard fails the commit", yield* outcome([insert("c")], both), "version things")
      same("One failed guard fails the commit", yield* outcome([insert("c")], both.toReversed()), "version things")
    }),
    story(
      "I10: a before guard passes until its last millisecond and fails from its exact millisecond on",
      function* ({ clock, pass }) {
        // A real clock is not known to the millisecond, so the guard is far enough away to be tested on both sides.
        const ahead = clock === "test" ? 1000 : 1500
        const at = (yield* Clock.currentTimeMillis) + ahead
        const guard: ReadonlyArray<Guard> = [{ guard: "before", at }]
        yield* pass(clock === "test" ? 999 : 0)
        same("A before guard passes before its millisecond", yield* outcome([insert("a")], guard), "written")
        yield* pass(clock === "test" ? 1 : ahead + 500)
        same("A before guard fails at its millisecond", yield* outcome([insert("b")], guard), "late")
        yield* pass(1)
        same("A before guard fails after its millisecond", yield* outcome([insert("b")], guard), "late")
        same("A late commit writes nothing", yield* idsOf(byId("b")), [])
      }
    )
  ]
}
