import { commit, idsOf, outcome } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { byKey, insert, others, remove, replace } from "./things.ts"

const x = byKey("name", ["x"])
const y = byKey("name", ["y"])

export const uniques: Chapter = {
  name: "unique keys",
  stories: [
    story("I6: an insert, a replace or two changes of one commit that would share a key conflict", function* () {
      yield* commit([insert("a", { name: "x" }), insert("b", { name: "y" })])
      const shared = "A unique key belongs to one record"
      same(shared, yield* outcome([insert("c", { name: "x" })]), "taken things")
      same(shared, yield* outcome([replace("b", 1, { name: "x" })]), "taken things")
      same(shared, yield* outcome([insert("c", { name: "z" }), insert("d", { name: "z" })]), "taken things")
      same(shared, yield* idsOf(x), ["a"])
    }),
    story("a replace may reuse the key of its own record", function* () {
      yield* commit([insert("a", { name: "x" })])
      same("A record does not collide with itself", yield* outcome([replace("a", 1, { name: "x" })]), "written")
      same("A record with an unchanged key is found by it", yield* idsOf(x), ["a"])
    }),
    story("a composite key compares each field separately", function* () {
      yield* commit([insert("a", { left: "1", right: "2" })])
      same("Equal fields are one key", yield* outcome([insert("b", { left: "1", right: "2" })]), "taken things")
      const apart = [insert("b", { left: "12", right: "" }), insert("c", { left: "", right: "12" })]
      same("Fields are not concatenated", yield* outcome(apart), "written")
      same("A key of two fields is found by both", yield* idsOf(byKey("pair", ["1", "2"])), ["a"])
    }),
    story("a record without a key field, or with null in it, is exempt from the key", function* () {
      const lacking = [insert("a", { left: "1" }), insert("b", { left: "1" })]
      same("A record without a key field is exempt", yield* outcome(lacking), "written")
      const half = { left: "2", right: null }
      same(
        "A record with null in a key field is exempt",
        yield* outcome([insert("c", half), insert("d", half)]),
        "written"
      )
      same("An exempt record is not found by the key", yield* idsOf(byKey("pair", ["1", ""])), [])
    }),
    story("one commit passes a key from record to record, in either order", function* () {
      yield* commit([insert("a", { name: "x" })])
      const passed = "Unique keys are checked on the state after the commit"
      same(passed, yield* outcome([replace("a", 1, {}), insert("c", { name: "x" })]), "written")
      same(passed, yield* outcome([insert("d", { name: "x" }), remove("c", 1)]), "written")
      same("The key finds its new record", yield* idsOf(x), ["d"])
      same("A key that moved is still taken", yield* outcome([insert("e", { name: "x" })]), "taken things")
    }),
    story("one commit swaps the keys of two records", function* () {
      yield* commit([insert("a", { name: "x" }), insert("b", { name: "y" })])
      const swap = [replace("a", 1, { name: "y" }), replace("b", 1, { name: "x" })]
      same("Unique keys are checked on the state after the commit", yield* outcome(swap), "written")
      same("A swapped key finds its new record", [yield* idsOf(x), yield* idsOf(y)], [["b"], ["a"]])
    }),
    story("two collections share neither ids nor keys", function* () {
      const twins = [insert("a", { name: "x" }), insert("a", { name: "x" }, { of: others })]
      same("Ids and keys are scoped to one collection", yield* outcome(twins), "written")
      same(
        "Keys are unique in each collection",
        yield* outcome([insert("b", { name: "x" }, { of: others })]),
        "taken others"
      )
    })
  ]
}
