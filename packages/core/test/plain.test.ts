import { spoiled } from "@countersign/harness/spoiled"
import { Arbitrary, Effect, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type Collection, collections, plainly, plainOf, REFUSED } from "../src/internal.ts"

/** What both make of one input: the same value, its fields in the same order, or nothing. */
const agrees = (schema: Schema.Codec<unknown, unknown>, inputs: ReadonlyArray<unknown>, isStrict = false): number => {
  const plain = plainOf(schema, { isStrict })
  const judge = Schema.decodeUnknownResult(schema, isStrict ? { onExcessProperty: "error" } : {})
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

const drawn = <A>(schema: Schema.ConstraintCodec<A, unknown>, seed: string): ReadonlyArray<A> =>
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
    const plain = ({ schema }: { readonly schema: Schema.ConstraintCodec<object, unknown> }) => {
      const codec: Schema.Codec<unknown, unknown> = Schema.toCodecJson(schema)
      return [codec, Schema.flip(codec)].every((each) => plainOf(each, { isStrict: false }) !== undefined)
    }
    const interpreted = collections.filter((collection) => !collection.open(plain)).map(({ name }) => name)
    expect(interpreted).toEqual(INTERPRETED)
  })
})

describe("each part that has a plain form is read as the interpreter reads it", () => {
  const trimmed = Schema.Trim.pipe(Schema.decodeTo(Schema.NumberFromString))
  const shared = { a: 1 }
  const circular: { self?: unknown } = {}
  circular.self = circular
  const wide: ReadonlyArray<unknown> = Array.from({ length: 2000 }, () => [true, Object.create(null)])
  const hidden = Object.defineProperty({ text: "x" }, "more", { value: 1 })
  it.each<readonly [string, Schema.Codec<unknown, unknown>, ReadonlyArray<unknown>]>([
    ["a number", Schema.Number, [1, -1.5, "1", true]],
    ["a choice", Schema.Union([Schema.String, Schema.Number, Schema.Null]), ["x", 1, null, true, {}]],
    ["a list", Schema.Array(Schema.String), [[], ["x"], ["x", 1], "x", { length: 0 }]],
    ["an object without fields", Schema.Struct({}), [{}, 1, "", "x", 0, false, [], null, undefined]],
    [
      "an object of a field that may be absent",
      Schema.Struct({ length: Schema.optionalKey(Schema.Number) }),
      [{}, { length: 1 }, { length: "1" }, { other: 1 }, [], [1], "text", 7, () => 1, null, undefined]
    ],
    [
      "an object with others beside its field",
      Schema.Struct({ text: Schema.String }),
      [hidden, { text: "x", more: 1 }]
    ],
    [
      "an object of any keys",
      Schema.Record(Schema.String, Schema.Number),
      [{}, { b: 1, a: 2 }, { a: "1" }, hidden, JSON.parse('{"__proto__":1}'), { [Symbol("a")]: 1 }, [], [1], "x", null]
    ],
    [
      "any JSON, shared and circular too",
      Schema.Json,
      [
        { a: [1, null, { "": "x" }] },
        [shared, shared],
        circular,
        wide,
        wide.concat(Number.NaN),
        new Date(0),
        new Array(2)
      ]
    ],
    ["a text that is a number", Schema.NumberFromString, ["1", "x", 1, ""]],
    ["a text that is trimmed, then a number", trimmed, [" 1 ", "x", 1]],
    [
      "a text that is read as it is, then checked",
      Schema.String.pipe(Schema.decodeTo(Schema.NonEmptyString)),
      ["", "x", 1]
    ],
    [
      "a number in a range, of two checks in one",
      Schema.Number.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 3 })),
      [0, 1, 2.5, 3, 4]
    ]
  ])("%s", (_, schema, inputs) => {
    for (const isStrict of [false, true]) {
      expect(plainOf(schema, { isStrict })).toBeDefined()
      expect(agrees(schema, inputs, isStrict)).toBeGreaterThan(0)
    }
  })

  it("what nobody declared is left out, or refused where that is asked, also deep in a part of its own rules", () => {
    const schema = Schema.Struct({ at: Schema.Struct({ text: Schema.String }) })
    const more = { at: { text: "x", more: 1 } }
    expect(plainOf(schema, { isStrict: false })?.(more)).toEqual({ at: { text: "x" } })
    expect(plainOf(schema, { isStrict: true })?.(more)).toBe(REFUSED)
    const other = { [Symbol("more")]: 1, text: "x" }
    expect(plainOf(schema, { isStrict: true })?.({ at: other })).toBe(REFUSED)
    expect(plainly(schema)(more)).toEqual({ at: { text: "x" } })
  })

  it("and what has none is read by the interpreter", () => {
    const read = plainly(Schema.Record(Schema.Symbol, Schema.Number))
    const a = Symbol("a")
    expect(read({ [a]: 1 })).toEqual({ [a]: 1 })
    expect(() => read({ [a]: "1" })).toThrow(Schema.SchemaError)
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
    ["keys that are no text", Schema.Record(Schema.Symbol, Schema.String)],
    ["a list of parts that differ", Schema.Tuple([Schema.String, Schema.Number])],
    ["exactly one of several", Schema.Union([Schema.String, Schema.Number], { mode: "oneOf" })],
    ["a choice of which one has none", Schema.Union([Schema.String, Schema.Record(Schema.Symbol, Schema.String)])],
    ["a list of first one, then others", Schema.TupleWithRest(Schema.Tuple([Schema.String]), [Schema.String])],
    ["a list that ends with one", Schema.TupleWithRest(Schema.Tuple([]), [Schema.String, Schema.Number])],
    ["a list of such", Schema.Array(Schema.Record(Schema.Symbol, Schema.String))],
    ["a field of such", Schema.Struct({ a: Schema.Record(Schema.Symbol, Schema.String) })],
    ["a field that nobody can spell", Schema.Struct({ [Symbol.for("a")]: Schema.String })],
    ["a field that is not one of objects", Schema.Struct({ ["__proto__"]: Schema.String })],
    ["what is made of such", Schema.Record(Schema.Symbol, Schema.String).pipe(Schema.decodeTo(Schema.Struct({})))],
    ["a text that may fail to be read", Schema.fromJsonString(Schema.Unknown)],
    ["nothing", Schema.Tuple([])]
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
