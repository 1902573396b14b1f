import { Arbitrary, Effect, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type Collection, collections, plainly, plainOf, REFUSED } from "../src/index.ts"
import { spoiled } from "./spoiled.ts"

/** What both make of one input: the same value, its fields in the same order, or nothing. */
const agrees = (schema: Schema.Codec<unknown, unknown>, inputs: ReadonlyArray<unknown>): number => {
  const plain = plainOf(schema, { isStrict: false })
  const judge = Schema.decodeUnknownResult(schema)
  let taken = 0
  for (const input of inputs) {
    const [judged, read] = [judge(input), plain?.(input)]
    if (Result.isFailure(judged)) expect(read).toBe(REFUSED)
    else {
      taken += 1
      expect(read).toStrictEqual(judged.success)
      expect(JSON.stringify(read)).toBe(JSON.stringify(judged.success))
    }
  }
  return taken
}

const drawn = <A>(schema: Schema.Codec<A, unknown>, seed: string): ReadonlyArray<A> =>
  Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schema), { count: 30, seed }))

/** What is written rarely, and by parts that have no plain form. */
const INTERPRETED = ["beneficial_owners", "platform_configs", "api_tokens"]

describe("what is stored is read and written without the interpreter as with it", () => {
  const agreed = <A extends object>({ name, schema }: Collection.Collection<A>): void => {
    const codec: Schema.Codec<unknown, unknown> = Schema.toCodecJson(schema)
    const values = drawn(schema, name)
    const bodies = values.map((value) => JSON.parse(JSON.stringify(Schema.encodeSync(codec)(value))))
    expect(agrees(codec, [...bodies, ...bodies.slice(0, 2).flatMap(spoiled)])).toBeGreaterThanOrEqual(bodies.length)
    if (INTERPRETED.includes(name)) return
    const written = [...values, ...values.slice(0, 2).flatMap(spoiled)]
    expect(agrees(Schema.flip(codec), written)).toBeGreaterThanOrEqual(values.length)
  }
  for (const collection of collections) it(collection.name, () => collection.open(agreed))

  it("is all that a login and a signed call touch", () => {
    const plain = ({ schema }: { readonly schema: Schema.Codec<object, unknown> }) => {
      const codec: Schema.Codec<unknown, unknown> = Schema.toCodecJson(schema)
      return [codec, Schema.flip(codec)].every((each) => plainOf(each, { isStrict: false }) !== undefined)
    }
    const interpreted = collections.filter((collection) => !collection.open(plain)).map(({ name }) => name)
    expect(interpreted).toEqual(INTERPRETED)
  })
})

it("what a schema refuses is refused by the schema itself, which tells why", () => {
  const schema = Schema.Struct({ at: Schema.Int })
  expect(plainly(schema)({ at: 1 })).toEqual({ at: 1 })
  for (const wrong of [{ at: 1.5 }, {}, null]) expect(() => plainly(schema)(wrong)).toThrow(Schema.SchemaError)
})

it("a part that is declared by its own rules is read by those, in its place", () => {
  const schema = Schema.Struct({ any: Schema.Json, at: Schema.Date })
  const plain = plainOf<unknown>(schema, { isStrict: false })
  const [any, at] = [{ deep: [1, null, { "": "x" }] }, new Date(0)]
  expect(plain?.({ any, at })).toStrictEqual({ any, at })
  for (const wrong of [
    { any: () => 1, at },
    { any, at: "1970" },
    { any: [undefined], at }
  ])
    expect(plain?.(wrong)).toBe(REFUSED)
})

describe("a schema that has parts of no plain form is left to the interpreter", () => {
  it.each([
    ["keys that nobody named", Schema.Record(Schema.String, Schema.String)],
    ["a list of parts that differ", Schema.Tuple([Schema.String, Schema.Number])],
    ["exactly one of several", Schema.Union([Schema.String, Schema.Number], { mode: "oneOf" })]
  ])("%s", (_, schema) => {
    expect(plainOf<unknown>(schema, { isStrict: false })).toBeUndefined()
  })
})

it("a check that throws is no answer: the schema is asked, and tells", () => {
  const thrower = Schema.String.check(
    Schema.makeFilter(() => {
      throw new Error("broken")
    })
  )
  expect(plainOf(thrower, { isStrict: false })?.("text")).toBe(REFUSED)
})
