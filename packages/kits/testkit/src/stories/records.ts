import { type Collection, collections, type Json, type Query, type Ref } from "@countersign/core"
import { Arbitrary, Effect } from "@countersign/core/effect"
import { fieldOf } from "../model/Model.ts"
import { commit, find, load } from "./ask.ts"
import { type Chapter, type Story, same } from "./Story.ts"

const DRAWN = 25

/** From this size on, random records also have optional fields, and so appear in the indexes declared on them. */
const SIZE = 20

/** Writes values drawn from the collection's schema, and reads each by every id, key and index that it declares. */
const comesBack = Effect.fnUntraced(function* <A extends object>(collection: Collection.Collection<A>) {
  const drawn = yield* Arbitrary.sampleEffect(Arbitrary.schema(collection.schema), {
    count: DRAWN,
    seed: collection.name,
    size: SIZE,
    maxDiscards: 100 * DRAWN
  })
  const read = new Set<string>()
  for (const [place, one] of drawn.entries()) {
    // JSON has no -0, so the value is compared after a JSON round trip.
    const value = collection.decode(JSON.parse(JSON.stringify(collection.encode(one))))
    const [id, body] = [collection.id(value), collection.encode(value)]
    // Each value has an environment of its own, so that no two compete for a key.
    const home = { collection, environment: `sandbox/drawn-${place}` } as const
    yield* commit([{ ...home, op: "insert", id, body, at: place }])

    const lists = hasAll(collection.indexes, body)
    const byLists = lists.map(({ name, values }): Ref => ({ ...home, by: "index", index: name, values, limit: 10 }))
    const keys = hasAll(collection.unique, body)
    const byKeys = keys.map(({ name, values }): Ref => ({ ...home, by: "unique", key: name, values }))
    const ways = [{ ...home, by: "id", id } as const, ...byKeys, ...byLists]
    const pages = yield* Effect.forEach(lists, (index) => find({ ...home, index, limit: 10 }))
    const answers = [...(yield* load(ways)), ...pages]
    for (const way of ways) read.add(spelled(way))
    const found = answers.map((rows) => rows.map((row) => [row.id, collection.decode(row.body)]))
    const expected = answers.map(() => [[id, value]])
    same(`A record of ${collection.name} reads back by id, key and index as it was written`, found, expected)
  }
  const declared = [
    "id",
    ...Object.keys(collection.unique).map((key) => `unique ${key}`),
    ...Object.keys(collection.indexes).map((index) => `index ${index}`)
  ]
  same(`Some record of ${collection.name} has every declared key and index`, [...read].toSorted(), declared.toSorted())
})

/** The declared keys or indexes of which the record has every field, with its values. */
const hasAll = (declared: Collection.Declaration["unique"], body: Json): ReadonlyArray<Query["index"]> =>
  Object.entries(declared).flatMap(([name, fields]) => {
    const values = fields.map((field) => fieldOf(body, field)).filter((value) => typeof value === "string")
    return values.length === fields.length ? { name, values } : []
  })

const spelled = (ref: Ref): string =>
  ref.by === "id" ? "id" : ref.by === "unique" ? `unique ${ref.key}` : `index ${ref.index}`

/** A collection that is not part of core, in the form in which core declares its own. */
export const recordsOf = (collection: Collection.AnyCollection): Story => ({
  name: `every record of ${collection.name} reads back as it was written`,
  run: () => collection.open(comesBack)
})

export const records: Chapter = { name: "records of core", stories: collections.map(recordsOf) }
