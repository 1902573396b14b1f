import type { Change, Guard } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { commit, find, load, outcome } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { atVersion, byIndex, byKey, insert, remove, replace } from "./things.ts"

const good = [insert("new", { name: "n", owner: "o" }), replace("a", 1, { name: "moved" }), remove("b", 1)]

const everything = Effect.all([
  find({}),
  load([byKey("name", ["n"]), byKey("name", ["moved"]), byKey("name", ["a"]), byIndex("owner", ["o"])])
])

const changesNothing = (what: string, changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard>, expected: string) =>
  story(`a commit that fails by ${what} changes nothing`, function* () {
    yield* commit([insert("a", { name: "a" }), insert("b", { name: "b" }), insert("c", { name: "c" })])
    const before = yield* everything
    same("A commit that cannot be written conflicts", yield* outcome([...good, ...changes], guards), expected)
    same("A commit writes all of its changes or none", yield* everything, before)
    same("A commit that cannot be written conflicts", yield* outcome([...changes, ...good], guards), expected)
    same("A commit writes all of its changes or none", yield* everything, before)
    same("The remaining changes can still be written", yield* outcome(good), "written")
  })

export const atomicity: Chapter = {
  name: "atomicity",
  stories: [
    changesNothing("an insert of an existing id", [insert("c")], [], "taken things"),
    changesNothing("a replace at another version", [replace("c", 7)], [], "version things"),
    changesNothing("a remove at another version", [remove("c", 7)], [], "version things"),
    changesNothing("a taken key", [insert("late", { name: "c" })], [], "taken things"),
    changesNothing("a version guard", [], [atVersion("c", 7)], "version things"),
    changesNothing("a before guard", [], [{ guard: "before", at: 0 }], "late"),
    story("a commit over several collections is atomic", function* () {
      const many = Array.from({ length: 40 }, (_, n) => insert(`many-${n}`))
      yield* commit([insert("a")])
      same("One failing change fails the whole commit", yield* outcome([...many, replace("a", 2)]), "version things")
      same("A commit writes all of its changes or none", (yield* find({})).length, 1)
      same("Many changes are one commit", yield* outcome([...many, replace("a", 1)]), "written")
      same("A commit writes all of its changes or none", (yield* find({})).length, 41)
    })
  ]
}
