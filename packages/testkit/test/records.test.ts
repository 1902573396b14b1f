import { Collection, collections, Store } from "@countersign/core"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { Effect, Schema } from "effect"
import { expect, it } from "vitest"
import { mutantsOf, suiteCollections } from "../src/index.ts"
import { records, recordsOf } from "../src/stories/records.ts"

const bytes = Schema.Struct({
  key: Schema.String,
  owner: Schema.String,
  bytes: Schema.Uint8Array,
  ratio: Schema.Finite
})
const made = { name: "made_here", schema: bytes, id: ({ key }: typeof bytes.Type) => key }
const fair = Collection.make({ ...made, unique: { owner: ["owner"] }, indexes: { both: ["owner", "key"] } })

/** What the story of a collection says over a store, or "kept". */
const told = async (collection: Collection.AnyCollection, make: Effect.Effect<Store["Service"]>): Promise<string> => {
  const store = await Effect.runPromise(make)
  const time = { clock: "test", now: Effect.succeed(0), pass: () => Effect.void } as const
  const scene = { ...time, racers: 1, rounds: 1, runs: 1, outcomes: 0, met: new Map<string, number>() }
  return recordsOf(collection)
    .tell(scene)
    .pipe(Effect.as("kept"), Effect.provideService(Store, store), Effect.runPromise)
    .catch(String)
}

it("each collection of core has a story, whichever there are", () => {
  expect(collections.length).toBeGreaterThan(0)
  expect(records.stories.map(({ name }) => name)).toEqual(
    collections.map(({ name }) => `every record of ${name} comes back as it was written`)
  )
  for (const collection of collections) expect(suiteCollections).toContain(collection)
})

it("values that JSON does not know come back through their codec", async () => {
  expect(await told(fair, makeSerializedMemoryStore)).toBe("kept")
})

it.each(["short numbers", "a key that finds nothing"])("a store with %s is told", async (name) => {
  const halved = Effect.map(makeSerializedMemoryStore, (inner) => ({
    ...inner,
    load: (refs: Parameters<typeof inner.load>[0]) =>
      inner.load(refs.map((ref) => (ref.by === "unique" ? { ...ref, values: [] } : ref)))
  }))
  const [mutant] = mutantsOf(makeSerializedMemoryStore).filter((one) => one.name === name)
  expect(await told(fair, mutant?.store ?? halved)).toContain("comes back by id, key and index")
})

it("an index by which no record can be found is told", async () => {
  const deaf = Collection.make({ ...made, indexes: { ratio: ["ratio"] } })
  expect(await told(deaf, makeSerializedMemoryStore)).toContain("Some record of made_here has every key and index")
})
