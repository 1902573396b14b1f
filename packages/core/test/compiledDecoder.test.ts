import { spoiled } from "@countersign/harness/spoiled"
import { Arbitrary, Effect, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type Collection, collections, compiled, compiledDecoder, REFUSED } from "../src/internal.ts"
import { isSmallJson } from "../src/schema/compiledDecoder.ts"

/**
 * Compares both decoders on the same inputs: the same value with the same order of fields, or both fail. Returns the
 * number of values.
 */
const agrees = (schema: Schema.Codec<unknown, unknown>, inputs: ReadonlyArray<unknown>, isStrict = false): number => {
  const plain = compiled(schema, { isStrict })
  const shared = compiled(schema, { isStrict, isShared: true })
  const verify = Schema.decodeUnknownResult(schema, isStrict ? { onExcessProperty: "error" } : {})
  let accepted = 0
  for (const input of inputs) {
    const [verified, read] = [verify(input), plain?.(input)]
    if (Result.isFailure(verified)) expect([read, shared?.(input)]).toEqual([REFUSED, REFUSED])
    else {
      accepted += 1
      expect(read).toStrictEqual(verified.success)
      expect(shared?.(input)).toEqual(verified.success)
      expect(JSON.stringify(read)).toBe(JSON.stringify(verified.success))
    }
  }
  return accepted
}

const drawn = <A>(schema: Schema.ConstraintCodec<A, unknown>, seed: string): ReadonlyArray<A> =>
  Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schema), { count: 30, seed }))

/** Collections that are rarely written and have schemas without a compiled encoder. */
const INTERPRETED = [
  "beneficial_owners",
  "platform_configs",
  "platform_settings",
  "platform_settings_revisions",
  "api_tokens"
]

describe("compiled codecs of stored records agree with the interpreter", () => {
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

  it("exist for all collections that a login or a signed call writes", () => {
    const plain = ({ schema }: { readonly schema: Schema.ConstraintCodec<object, unknown> }) => {
      const codec: Schema.Codec<unknown, unknown> = Schema.toCodecJson(schema)
      return [codec, Schema.flip(codec)].every((each) => compiled(each, { isStrict: false }) !== undefined)
    }
    const interpreted = collections.filter((collection) => !collection.open(plain)).map(({ name }) => name)
    expect(interpreted).toEqual(INTERPRETED)
  })
})

describe("a shared decoder", () => {
  const Inner = Schema.Struct({ list: Schema.Array(Schema.String), at: Schema.optionalKey(Schema.Number) })
  const read = compiled(Schema.Struct({ first: Schema.String, inner: Inner, last: Schema.Trim }), {
    isStrict: false,
    isShared: true
  })
  const inner = Object.freeze({ list: ["a"], at: 1 })

  it("returns a value that does not change as it is", () => {
    const input = Object.freeze({ first: "a", inner, last: "b" })
    expect(read?.(input)).toBe(input)
  })

  it("copies only what changes, and leaves its input unchanged", () => {
    const input = Object.freeze({ first: "a", inner, last: " b " })
    const value = read?.(input)
    expect(value).toStrictEqual({ first: "a", inner, last: "b" })
    expect(value).toHaveProperty("inner", inner)
    expect(input.last).toBe(" b ")
  })

  it("drops an undeclared key without changing its input", () => {
    const input = { first: "a", inner: { ...inner, more: 1 }, last: "b", other: 2 }
    expect(read?.(input)).toStrictEqual({ first: "a", inner, last: "b" })
    expect(Object.keys(input)).toEqual(["first", "inner", "last", "other"])
  })

  it("copies a list from the first item that changes", () => {
    const trims = compiled(Schema.Array(Schema.Trim), { isStrict: false, isShared: true })
    const input = ["a", " b", "c"]
    expect(trims?.(input)).toEqual(["a", "b", "c"])
    expect(input).toEqual(["a", " b", "c"])
    const same = ["a", "b"]
    expect(trims?.(same)).toBe(same)
  })
})

describe("compiled decoders agree with the interpreter", () => {
  const trimmed = Schema.Trim.pipe(Schema.decodeTo(Schema.NumberFromString))
  const shared = { a: 1 }
  const circular: { self?: unknown } = {}
  circular.self = circular
  const wide: ReadonlyArray<unknown> = Array.from({ length: 2000 }, () => [true, Object.create(null)])
  const hidden = Object.defineProperty({ text: "x" }, "more", { value: 1 })
  it.each<readonly [string, Schema.Codec<unknown, unknown>, ReadonlyArray<unknown>]>([
    ["a number", Schema.Number, [1, -1.5, "1", true]],
    ["a union", Schema.Union([Schema.String, Schema.Number, Schema.Null]), ["x", 1, null, true, {}]],
    ["a list", Schema.Array(Schema.String), [[], ["x"], ["x", 1], "x", { length: 0 }]],
    ["an object without fields", Schema.Struct({}), [{}, 1, "", "x", 0, false, [], null, undefined]],
    [
      "an object with an optional field",
      Schema.Struct({ length: Schema.optionalKey(Schema.Number) }),
      [{}, { length: 1 }, { length: "1" }, { other: 1 }, [], [1], "text", 7, () => 1, null, undefined]
    ],
    ["an object with undeclared keys", Schema.Struct({ text: Schema.String }), [hidden, { text: "x", more: 1 }]],
    ["a numeric string", Schema.NumberFromString, ["1", "x", 1, ""]],
    ["a trimmed numeric string", trimmed, [" 1 ", "x", 1]],
    [
      "an object with any keys",
      Schema.Record(Schema.String, Schema.Number),
      [{}, { b: 1, a: 2 }, { a: "1" }, hidden, JSON.parse('{"__proto__":1}'), { [Symbol("a")]: 1 }, [], [1], "x", null]
    ],
    [
      "any JSON, with shared and circular references",
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
    [
      "a string with a check on the decoded side",
      Schema.String.pipe(Schema.decodeTo(Schema.NonEmptyString)),
      ["", "x", 1]
    ],
    [
      "a number with a group of checks",
      Schema.Number.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 3 })),
      [0, 1, 2.5, 3, 4]
    ]
  ])("%s", (_, schema, inputs) => {
    for (const isStrict of [false, true]) {
      expect(compiled(schema, { isStrict })).toBeDefined()
      expect(agrees(schema, inputs, isStrict)).toBeGreaterThan(0)
    }
  })

  it("drops undeclared keys, or rejects them in strict mode, also in nested objects", () => {
    const schema = Schema.Struct({ at: Schema.Struct({ text: Schema.String }) })
    const more = { at: { text: "x", more: 1 } }
    expect(compiled(schema, { isStrict: false })?.(more)).toEqual({ at: { text: "x" } })
    expect(compiled(schema, { isStrict: true })?.(more)).toBe(REFUSED)
    const other = { [Symbol("more")]: 1, text: "x" }
    expect(compiled(schema, { isStrict: true })?.({ at: other })).toBe(REFUSED)
    expect(compiledDecoder(schema)(more)).toEqual({ at: { text: "x" } })
  })

  it("leaves schemas without a compiled decoder to the interpreter", () => {
    const read = compiledDecoder(Schema.Record(Schema.Symbol, Schema.Number))
    const a = Symbol("a")
    expect(read({ [a]: 1 })).toEqual({ [a]: 1 })
    expect(() => read({ [a]: "1" })).toThrow(Schema.SchemaError)
  })
})

it("an invalid value fails with the error of the interpreter", () => {
  const schema = Schema.Struct({ at: Schema.Int })
  expect(compiledDecoder(schema)({ at: 1 })).toEqual({ at: 1 })
  for (const wrong of [{ at: 1.5 }, {}, null]) expect(() => compiledDecoder(schema)(wrong)).toThrow(Schema.SchemaError)
})

it("a list that is too long or too short is rejected before any of its elements is read (I20)", () => {
  const read: Array<unknown> = []
  const item = Schema.String.check(Schema.makeFilter((text) => void read.push(text)))
  const list = Schema.Array(item).check(Schema.isMaxLength(2), Schema.isMinLength(1))
  const plain = compiled<unknown>(list, { isStrict: false })
  expect([plain?.([]), plain?.(["a", "b", "c"]), read]).toEqual([REFUSED, REFUSED, []])
  expect([plain?.(["a", "b"]), read]).toEqual([
    ["a", "b"],
    ["a", "b"]
  ])
})

it("a declaration inside a schema is decoded by its own parser", () => {
  const schema = Schema.Struct({ any: Schema.Json, at: Schema.Date })
  const plain = compiled<unknown>(schema, { isStrict: false })
  const [any, at] = [{ deep: [1, null, { "": "x" }] }, new Date(0)]
  expect(plain?.({ any, at })).toStrictEqual({ any, at })
  for (const wrong of [
    { any: () => 1, at },
    { any, at: "1970" },
    { any: [undefined], at }
  ])
    expect(plain?.(wrong)).toBe(REFUSED)
})

describe("JSON that is walked without the interpreter", () => {
  it.each<readonly [unknown]>([
    [null],
    [""],
    ["text"],
    [0],
    [-1.5],
    [true],
    [false],
    [[]],
    [{}],
    [[1, null, "x", [true]]],
    [{ a: { b: ["x", { c: 0 }] } }],
    [Object.assign(Object.create(null), { a: 1 })]
  ])("includes %j", (value) => {
    expect(isSmallJson(value, { left: 10 })).toBe(true)
  })

  it.each<readonly [string, unknown]>([
    ["undefined", undefined],
    ["a number that is not finite", Number.NaN],
    ["a function", () => 1],
    ["a symbol", Symbol("a")],
    ["a bigint", 1n],
    ["a date", new Date(0)],
    ["a list with one of these", [1, undefined]],
    ["a list with a hole", new Array(1)],
    ["an object with one of these", { a: 1, b: { c: Number.POSITIVE_INFINITY } }],
    ["a list in a list with one of these", [[new Map()]]]
  ])("excludes %s", (_, value) => {
    expect(isSmallJson(value, { left: 10 })).toBe(false)
  })

  it("has a limited number of objects and lists, wherever they are", () => {
    for (const three of [[[], []], [[[]]], { a: {}, b: [] }, { a: [{}] }]) {
      expect([3, 2].map((left) => isSmallJson(three, { left }))).toEqual([true, false])
    }
  })
})

describe("schemas that are left to the interpreter", () => {
  it.each([
    ["a record with keys that are symbols", Schema.Record(Schema.Symbol, Schema.String)],
    ["a tuple", Schema.Tuple([Schema.String, Schema.Number])],
    ["a union of mode oneOf", Schema.Union([Schema.String, Schema.Number], { mode: "oneOf" })],
    ["a union with an unsupported member", Schema.Union([Schema.String, Schema.Record(Schema.Symbol, Schema.String)])],
    ["a tuple with a rest element", Schema.TupleWithRest(Schema.Tuple([Schema.String]), [Schema.String])],
    ["a tuple with a trailing element", Schema.TupleWithRest(Schema.Tuple([]), [Schema.String, Schema.Number])],
    ["a list of unsupported elements", Schema.Array(Schema.Record(Schema.Symbol, Schema.String))],
    ["a field of an unsupported type", Schema.Struct({ a: Schema.Record(Schema.Symbol, Schema.String) })],
    ["a field named by a symbol", Schema.Struct({ [Symbol.for("a")]: Schema.String })],
    ["a field named __proto__", Schema.Struct({ ["__proto__"]: Schema.String })],
    [
      "a transformation of an unsupported type",
      Schema.Record(Schema.Symbol, Schema.String).pipe(Schema.decodeTo(Schema.Struct({})))
    ],
    ["a transformation that may fail", Schema.fromJsonString(Schema.Unknown)],
    ["an empty tuple", Schema.Tuple([])]
  ])("%s", (_, schema) => {
    expect(compiled<unknown>(schema, { isStrict: false })).toBeUndefined()
  })
})

it("the error of a check that throws is reported by the interpreter", () => {
  const thrower = Schema.String.check(
    Schema.makeFilter(() => {
      throw new Error("broken")
    })
  )
  expect(compiled(thrower, { isStrict: false })?.("text")).toBe(REFUSED)
})
