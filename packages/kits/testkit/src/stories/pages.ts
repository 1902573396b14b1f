import type { Row, Store } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { commit, find, foundIds } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { insert, remove, things } from "./things.ts"

/** Reads page after page, and runs `between` after each one. */
const pages = Effect.fnUntraced(function* (
  limit: number,
  between: (page: number) => Effect.Effect<void, unknown, Store>
) {
  const seen: Array<Row> = []
  for (let page = 0; page < 100; page++) {
    const last = seen.at(-1)
    const rows = yield* find({ limit, ...(last === undefined ? {} : { after: last }) })
    if (rows.length === 0) break
    seen.push(...rows)
    yield* between(page)
  }
  return seen.map(({ id }) => id)
})

/** Seven records, three of them created in the same millisecond. */
const seven = ["a", "b", "c", "d", "e", "f", "g"].map((id, n) => insert(id, {}, { at: n < 3 ? n : Math.max(3, n - 2) }))
const sevenNewestFirst = ["g", "f", "e", "d", "c", "b", "a"]

export const pagesChapter: Chapter = {
  name: "find",
  stories: [
    story("a page is newest first, by createdAt and then id, both descending", function* () {
      yield* commit([insert("b", {}, { at: 5 }), insert("d", {}, { at: 1 }), insert("c", {}, { at: 5 })])
      yield* commit([insert("a", {}, { at: 9 })])
      same("A page is newest first", yield* foundIds({}), ["a", "c", "b", "d"])
      same("A page has at most its limit", yield* foundIds({ limit: 3 }), ["a", "c", "b"])
      same("A limit of one returns one", yield* foundIds({ limit: 1 }), ["a"])
    }),
    story("ids of one millisecond are ordered by code unit, in any locale", function* () {
      const ids = ["~", "é", "a", "_", "Z", "B", "9", "10", "-"]
      yield* commit(ids.map((id) => insert(id)))
      same("Ids are ordered by code unit, not by a locale", yield* foundIds({}), ids.toSorted().toReversed())
      const after = { createdAt: 0, id: "a" }
      same("A position follows the same order", yield* foundIds({ after, limit: 2 }), ["_", "Z"])
    }),
    story("`after` is exclusive, and its record may have been removed", function* () {
      yield* commit([insert("a", {}, { at: 1 }), insert("c", {}, { at: 1 }), insert("d", {}, { at: 2 })])
      const after = (createdAt: number, id: string) => foundIds({ after: { createdAt, id } })
      same("A page starts after its position, not at it", yield* after(1, "c"), ["a"])
      same("A position may be between records", yield* after(1, "b"), ["a"])
      same("A position may be between records", yield* after(2, "a"), ["c", "a"])
      same("A position may be before all records", yield* after(3, ""), ["d", "c", "a"])
      same("A page after the last record is empty", yield* after(1, "a"), [])
    }),
    story("a page by an index contains only its records, and is paged like any other", function* () {
      yield* commit(["a", "b", "c", "d"].map((id, at) => insert(id, { owner: id === "c" ? "p" : "o" }, { at })))
      const index = { name: "owner", values: ["o"] }
      same("An index returns only its records", yield* foundIds({ index }), ["d", "b", "a"])
      const after = { createdAt: 3, id: "d" }
      same("An index is paged", yield* foundIds({ index, after, limit: 1 }), ["b"])
      same("An unused value finds nothing", yield* foundIds({ index: { name: "owner", values: ["q"] } }), [])
    }),
    story("pages of any size return every record once", function* () {
      yield* commit(seven)
      for (const limit of [1, 2, 3, 4, 7, 8]) {
        same(`Pages of ${limit} have no repeats and no gaps`, yield* pages(limit, () => Effect.void), sevenNewestFirst)
      }
    }),
    story("a page may be oldest first, and paging continues from there", function* () {
      yield* commit(seven)
      const oldest = sevenNewestFirst.toReversed()
      same('With order "oldest" a page is oldest first', yield* foundIds({ order: "oldest" }), oldest)
      same(
        "An oldest-first page has at most its limit",
        yield* foundIds({ order: "oldest", limit: 2 }),
        oldest.slice(0, 2)
      )
      const after = { createdAt: 3, id: "d" }
      same("An oldest-first page starts after its position", yield* foundIds({ order: "oldest", after, limit: 2 }), [
        "e",
        "f"
      ])
      const between = { createdAt: 3, id: "cc" }
      same(
        "The position of an oldest-first page may be between records",
        yield* foundIds({ order: "oldest", after: between, limit: 1 }),
        ["d"]
      )
      const last = { createdAt: 5, id: "g" }
      same(
        "An oldest-first page after the newest record is empty",
        yield* foundIds({ order: "oldest", after: last }),
        []
      )
      same(
        "The position of an oldest-first page may be before all records",
        yield* foundIds({ order: "oldest", after: { createdAt: -1, id: "" } }),
        oldest
      )
    }),
    story("inserts between two pages do not shift the pages: no repeats, no gaps", function* () {
      yield* commit(seven)
      const seen = yield* pages(2, (page) =>
        commit([insert(`new-${page}`, {}, { at: 100 + page }), insert(`old-${page}`, {}, { at: -1 - page })])
      )
      const old = seen.filter((id) => !id.includes("-"))
      same("Pages during inserts have no repeats and no gaps", old, sevenNewestFirst)
      same("Pages during inserts return no record twice", seen.length, new Set(seen).size)
      same(
        "A record newer than a position is not on the page after it",
        seen.filter((id) => id.startsWith("new")),
        []
      )
    }),
    story("removals between two pages do not shift the pages", function* () {
      yield* commit(seven)
      const removed = ["g", "f", "e"]
      const seen = yield* pages(2, (page) => commit(removed.slice(page, page + 1).map((id) => remove(id, 1))))
      same("Pages during removals have no gaps", seen, sevenNewestFirst)
    }),
    story("an empty collection has an empty page", function* () {
      same("The page of an empty collection is empty", yield* find({ collection: things }), [])
    })
  ]
}
