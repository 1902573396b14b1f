import { Collection, collections, Store } from "@countersign/core"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { Effect, Schema } from "effect"
import { expect, it } from "vitest"
import { suiteCollections } from "../src/index.ts"
import { records, recordsOf } from "../src/stories/records.ts"
import { mutantsOf } from "./mutants/mutantsOf.ts"

const bytes = Schema.Struct({
  key: Schema.String,
  owner: Schema.String,
  bytes: Schema.Uint8Array,
  ratio: Schema.Finite
})
const made = { name: "made_here", schema: bytes, id: ({ key }: typeof bytes.Type) => key }
const fair = Collection.make({ ...made, unique: { owner: ["owner"] }, indexes: { both: ["owner", "key"] } })

/** The message of the failed test of a collection, or `kept`. */
const reported = async (
  collection: Collection.AnyCollection,
  make: Effect.Effect<Store["Service"]>
): Promise<string> => {
  const store = await Effect.runPromise(make)
  const time = { clock: "test", pass: () => Effect.void } as const
  const scene = { ...time, racers: 1, rounds: 1, runs: 1, outcomes: 0, met: new Map<string, number>() }
  return recordsOf(collection)
    .run(scene)
    .pipe(Effect.as("kept"), Effect.provideService(Store, store), Effect.runPromise)
    .catch(String)
}

it("every collection of core has a test", () => {
  expect(collections.length).toBeGreaterThan(0)
  expect(records.stories.map(({ name }) => name)).toEqual(
    collections.map(({ name }) => `every record of ${name} reads back as it was written`)
  )
  for (const collection of collections) expect(suiteCollections).toContain(collection)
})

it("values outside JSON read back through their codec", async () => {
  expect(await reported(fair, makeSerializedMemoryStore)).toBe("kept")
})

it.each(["short numbers", "a key that finds nothing"])("detects a store with %s", async (name) => {
  const halved = Effect.map(makeSerializedMemoryStore, (inner) => ({
    ...inner,
    load: (refs: Parameters<typeof inner.load>[0]) =>
      inner.load(refs.map((ref) => (ref.by === "unique" ? { ...ref, values: [] } : ref)))
  }))
  const [mutant] = mutantsOf(makeSerializedMemoryStore).filter((one) => one.name === name)
  expect(await reported(fair, mutant?.store ?? halved)).toContain("reads back by id, key and index")
})

it("detects an index that never finds a record", async () => {
  const deaf = Collection.make({ ...made, indexes: { ratio: ["ratio"] } })
  expect(await reported(deaf, makeSerializedMemoryStore)).toContain(
    "Some record of made_here has every declared key and index"
  )
})
