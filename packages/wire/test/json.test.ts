import { leastMillis } from "@countersign/harness/leastMillis"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonicalJson, type Json, parseStrictJson, requireExact, WireError } from "../src/index.ts"
import { codeOf } from "./codeOf.ts"

const jsonValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((key) => key !== "__proto__"),
      tie("value"),
      { maxKeys: 4 }
    )
  )
})).value

/** Parses as a reader does that requires exact numbers. */
const exact = (text: string): Json => {
  const value = parseStrictJson(text)
  requireExact(text)
  return value
}

describe("strict JSON", () => {
  it.each([
    ['{"a":[1,2.5,-0.1e3,true,false,null,"x"]}', { a: [1, 2.5, -100, true, false, null, "x"] }],
    [' \t\r\n{ "a" : { "a" : 1 } , "b" : { "a" : 1 } } ', { a: { a: 1 }, b: { a: 1 } }],
    ['["a","a"]', ["a", "a"]],
    ['{"a":"a","b":"a:","c":"{\\"a\\":1,\\"a\\":2}"}', { a: "a", b: "a:", c: '{"a":1,"a":2}' }],
    ['{"a":"\\\\","b":"\\\\\\""}', { a: "\\", b: '\\"' }],
    ['{"constructor":1,"toString":2,"":3}', { constructor: 1, toString: 2, "": 3 }],
    ['"\\ud83d\\ude00"', "😀"],
    ['{"a":"__proto__","b":["\\u00e9","\\\\u0000"]}', { a: "__proto__", b: ["é", "\\u0000"] }],
    ["9007199254740993", 9007199254740992]
  ])("reads %s", (text, value) => {
    expect(parseStrictJson(text)).toEqual(value)
  })

  it.each([
    "0",
    "-0",
    "-0.0",
    "0e9",
    "0.00000000000000000000",
    "1.0",
    "1.50000000000000000000",
    "0.00150000000000000000",
    "0.00000015000000000",
    "100.000000000000000000",
    "15e-1",
    "1500000000000000000000e-3",
    "1e2",
    "0.1",
    "1.50",
    "100000000000000000000",
    "9007199254740992",
    "5e-324",
    "1E+2"
  ])("reads the exact number %s, in any spelling (GA21)", (text) => {
    expect(exact(`{"a":[${text}]}`)).toEqual({ a: [Number(text)] })
  })

  it.each([
    "9007199254740993",
    "-9007199254740993",
    "9007199254740993.0",
    "9007199254740993e0",
    "900719925474099.3e1",
    "0.1000000000000000055",
    "1.00000000000000001",
    "1e-400",
    "3e-324",
    "123456789012345678901234567890"
  ])("rejects the number %s, which a double changes, where exact ones are required (GA21)", (text) => {
    for (const json of [text, ` [ ${text} ] `, `{"a":"9007199254740993","b":{"c":[1,${text}]}}`]) {
      expect(codeOf(() => exact(json))).toBe("JSON_MALFORMED")
      expect(parseStrictJson(json)).toEqual(JSON.parse(json))
    }
  })

  it("accepts any digits within strings, where exact numbers are required (GA21)", () => {
    const text = '{"9007199254740993":["1e-400, \\"123456789012345678901\\"","0.1000000000000000055"],"a":1}'
    expect(exact(text)).toEqual(JSON.parse(text))
  })

  it("accepts every exact number as JSON.stringify writes it, and none with another digit at its end (GA21)", () => {
    // 0.00000000000000000001 is exact: it is how 1e-20 prints.
    const nonZero = fc.maxSafeInteger().filter((whole) => whole !== 0)
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), nonZero, (real, whole) => {
        const values = [real, whole]
        const text = JSON.stringify(values)
        expect(exact(text)).toEqual(JSON.parse(text))
        const longer = `[${String(whole)}.00000000000000000001]`
        expect(codeOf(() => exact(longer))).toBe("JSON_MALFORMED")
      })
    )
  })

  it("reads numbers of any length in linear time (GA21)", () => {
    const read = (length: number) =>
      leastMillis(() => {
        const text = `[1${"0".repeat(length)}1.${"0".repeat(length)}1e-${length}]`
        expect(codeOf(() => exact(text))).toBe("JSON_MALFORMED")
      }, 0.5)
    expect(read(400_000)).toBeLessThan(Math.max(read(100_000), 0.5) * 16)
  })

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"a":1}',
    '{"a":1, "\\u0061" :2}',
    '{"a":1,"b":{"c":1,"\\u0063":1}}',
    '[[{"x":0},{"y":[{"a":{},"a":{}}]}]]',
    '{"a":{"a":1},"b":[],"a":null}',
    '{"\\n":1,"\\u000a":1}',
    '{"a\\"":1,"a\\u0022":1}',
    '{"":1,"":2}',
    '{"\\/":1,"/":2}',
    '{"é":1,"\\u00e9":1}',
    '{"a":{"b":{"c":1}},"a":[]}'
  ])("rejects a repeated key in %s (H5)", (text) => {
    expect(codeOf(() => parseStrictJson(text))).toBe("JSON_DUPLICATE_KEY")
  })

  it.each([
    "",
    " ",
    "{",
    "[",
    "]",
    "}",
    '"',
    '"\\"',
    "{]",
    "nul",
    "NaN",
    "Infinity",
    "-",
    "01",
    "1.",
    ".5",
    "+1",
    "0x1",
    "1 2",
    "{a:1}",
    "{'a':1}",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "[1,]",
    "[,]",
    '{"a":1 "b":2}',
    "//\n1",
    "/**/1",
    '"\t"',
    '"\0"',
    '"\\x00"',
    '"\\u12"',
    "\uFEFF1",
    "\u00a01",
    "undefined",
    "1e400",
    "-1e400",
    "[[1e999]]",
    '{"__proto__":1}',
    '{"a":[{"\\u005f_proto__":{"admin":true}}]}'
  ])("rejects %j as malformed (H6, H8)", (text) => {
    expect(codeOf(() => parseStrictJson(text))).toBe("JSON_MALFORMED")
  })

  it.each([
    ['"\\u0000"', ""],
    ['"\\ud800"', ""],
    ['"\ud800"', ""],
    ['{"a":"\\udc00"}', "a"],
    ['{"a":{"b":["x",{"c":"y\\u0000"}]}}', "a.b.1.c"],
    ['{"a":{"\\u0000":1}}', "a"],
    ['{"\\udfff":1}', ""],
    ['{"a":"\\ude00\\ud83d"}', "a"]
  ])("rejects a NUL or lone surrogate in %j and reports its path (H9)", (text, path) => {
    expect(() => parseStrictJson(text)).toThrow(expect.objectContaining({ code: "JSON_TEXT_INVALID", path }))
  })

  it.each([
    ["1e400", ""],
    ['{"a":[0,-1e400]}', "a.1"]
  ])("reports the path of a number in %s beyond double range (H8)", (text, path) => {
    expect(() => parseStrictJson(text)).toThrow(expect.objectContaining({ code: "JSON_MALFORMED", path }))
  })

  it("counts nesting depth: forty siblings have the depth of one (H8)", () => {
    for (const member of ["{}", "[]"]) {
      const text = `[${new Array<string>(40).fill(member).join()}]`
      expect(codeOf(() => parseStrictJson(text, { maxDepth: 2 }))).toBe("accepted")
      expect(codeOf(() => parseStrictJson(text, { maxDepth: 1 }))).toBe("JSON_TOO_DEEP")
    }
  })

  it("accepts 32 levels and rejects the 33rd, not counting brackets in strings (H8)", () => {
    const nested = (levels: number) => '{"a":['.repeat(levels / 2) + "]}".repeat(levels / 2)
    expect(codeOf(() => parseStrictJson(nested(32)))).toBe("accepted")
    expect(codeOf(() => parseStrictJson(nested(34)))).toBe("JSON_TOO_DEEP")
    expect(codeOf(() => parseStrictJson(`[${nested(32)}]`))).toBe("JSON_TOO_DEEP")
    expect(codeOf(() => parseStrictJson(`"${"[".repeat(99)}"`))).toBe("accepted")
    expect(codeOf(() => parseStrictJson(`"\\"${"[".repeat(99)}"`))).toBe("accepted")
    expect(codeOf(() => parseStrictJson("[[]]", { maxDepth: 1 }))).toBe("JSON_TOO_DEEP")
    expect(codeOf(() => parseStrictJson("[],".repeat(40)))).toBe("JSON_MALFORMED")
  })

  it.each(["[", '{"a":', "[{"])("rejects a million of %j immediately (H8)", (opening) => {
    const text = opening.repeat(1_000_000)
    const read = () => expect(codeOf(() => parseStrictJson(text))).toBe("JSON_TOO_DEEP")
    expect(leastMillis(read, 50)).toBeLessThan(50)
  })

  it.each([
    ["a two-megabyte number", "1".repeat(2_000_000)],
    ["a two-megabyte string", `"${"\\n".repeat(1_000_000)}"`],
    ["two megabytes of escaped quotes", `"${'\\"'.repeat(1_000_000)}"`],
    ["two megabytes of backslashes", `"${"\\".repeat(2_000_000)}"`],
    ["an unterminated two-megabyte string", `"${"a".repeat(2_000_000)}`],
    ["a list of a million", `[${"0,".repeat(1_000_000)}0]`],
    ["two megabytes of white space", `{"a"${" ".repeat(2_000_000)}:1}`]
  ])("parses %s in linear time (H8)", (_, text) => {
    expect(leastMillis(() => void codeOf(() => parseStrictJson(text)), 2000)).toBeLessThan(2000)
  })

  it.each([
    ['{"__proto__":1,"a":1,"a":2}', "JSON_MALFORMED"],
    ['{"a":1,"a":2,"__proto__":1}', "JSON_DUPLICATE_KEY"],
    ['{"a":"\\u0000","b":1,"b":2}', "JSON_DUPLICATE_KEY"],
    ['{"a":1e400,"b":"\\u0000"}', "JSON_MALFORMED"],
    ['{"b":"\\u0000","a":1e400}', "JSON_TEXT_INVALID"],
    ['{"a":1,"a":2', "JSON_MALFORMED"]
  ])(
    "rejects %s for its syntax first, then for its keys, then for its values, each in order (H5, H6, H8)",
    (text, code) => {
      expect(codeOf(() => parseStrictJson(text))).toBe(code)
    }
  )

  it.each([
    ['{"a":1,"b":2,"a":3}', { maxKeys: 2 }],
    ['{"a":1,"a":2}', { maxValues: 2 }]
  ])("rejects %s within the bounds %j for its size before its keys (H8)", (text, bounds) => {
    expect(codeOf(() => parseStrictJson(text, bounds))).toBe("TOO_LONG")
  })

  it.each([
    ['{"a":1,"b":{"c":3}}', "maxKeys", 2],
    ["[1,2,3]", "maxValues", 4],
    ['{"a":[1,{"b":2}]}', "maxValues", 9]
  ] as const)("accepts %s with exactly %s %i, and rejects it with one less (H8)", (text, bound, most) => {
    expect(parseStrictJson(text, { [bound]: most })).toEqual(JSON.parse(text))
    expect(codeOf(() => parseStrictJson(text, { [bound]: most - 1 }))).toBe("TOO_LONG")
  })

  it("ignores inherited keys, which other code of the process may have added (H5, H6)", () => {
    Object.defineProperty(Object.prototype, "added", { value: 1, enumerable: true, configurable: true })
    const codes = ['{"a":1,"a":2}', '{"a":1,"b":2}'].map((text) => codeOf(() => parseStrictJson(text)))
    Reflect.deleteProperty(Object.prototype, "added")
    expect(codes).toEqual(["JSON_DUPLICATE_KEY", "accepted"])
  })

  it("checks the length first", () => {
    expect(codeOf(() => parseStrictJson("[[[[", { maxLength: 3 }))).toBe("TOO_LONG")
    expect(codeOf(() => parseStrictJson("[1]", { maxLength: 3 }))).toBe("accepted")
  })

  it("returns the result of JSON.parse for any JSON value", () => {
    fc.assert(
      fc.property(jsonValue, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        fc.pre(!text.includes("\\u0000") && !text.includes("\\ud"))
        expect(parseStrictJson(text)).toEqual(JSON.parse(text))
      })
    )
  })

  it("handles quotes, backslashes and brackets in keys and strings", () => {
    const confusing = fc.string({ unit: fc.constantFrom(...'"\\{}[]:, a'), maxLength: 8 })
    fc.assert(
      fc.property(fc.uniqueArray(confusing, { minLength: 1, maxLength: 4 }), confusing, (keys, string) => {
        const members = keys.map((key) => `${JSON.stringify(key)} : ${JSON.stringify(string)}`)
        expect(parseStrictJson(`{${members}}`)).toEqual(Object.fromEntries(keys.map((key) => [key, string])))
        expect(codeOf(() => parseStrictJson(`{${[...members, members[0]]}}`))).toBe("JSON_DUPLICATE_KEY")
      }),
      { numRuns: 500 }
    )
  })

  it("returns a value or throws a WireError for any text, and changes no prototype (H6)", () => {
    const near = jsonValue.chain((value) =>
      fc.tuple(fc.nat(), fc.string({ unit: "binary", maxLength: 2 })).map(([at, piece]) => {
        const text = JSON.stringify(value)
        return text.slice(0, at % (text.length + 1)) + piece + text.slice(at % (text.length + 1))
      })
    )
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), near), (text) => {
        codeOf(() => parseStrictJson(text))
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      { numRuns: 500 }
    )
  })

  it("never repeats the input in its message or its cause", () => {
    for (const text of ['{"hunter2":1,"hunter2":2}', "hunter2", '"hunter2\\u0000"']) {
      try {
        parseStrictJson(text)
        expect.unreachable()
      } catch (error) {
        expect(error).toBeInstanceOf(WireError)
        expect(String(error)).not.toContain("hunter2")
        expect(Reflect.get(Object(error), "cause")).toBeUndefined()
      }
    }
  })
})

describe("an error", () => {
  const details = (text: string) => {
    try {
      return parseStrictJson(text)
    } catch (error) {
      return error instanceof WireError ? [error.name, error.code, error.path, Object.hasOwn(error, "cause")] : error
    }
  }

  it("has the path if there is one, and no cause when no WireError is involved", () => {
    expect(details('{"a":["\\u0000"]}')).toEqual(["WireError", "JSON_TEXT_INVALID", "a.0", false])
    expect(details('"\\u0000"')).toEqual(["WireError", "JSON_TEXT_INVALID", "", false])
    expect(details("{")).toEqual(["WireError", "JSON_MALFORMED", undefined, false])
  })
})

describe("canonical JSON", () => {
  it("sorts keys at every level, by UTF-16 code unit, without white space", () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: { "10": true, "9": false }, B: "é\n" })).toBe(
      '{"B":"é\\n","a":{"10":true,"9":false},"b":[{"c":null,"d":1}]}'
    )
    // RFC 8785 section 3.2.3 sorts by code unit, so a surrogate pair comes before U+FB33.
    expect(canonicalJson({ "\ufb33": 1, "\u{1f600}": 2, "\u20ac": 3, "1": 4 })).toBe('{"1":4,"€":3,"😀":2,"\ufb33":1}')
  })

  it("rejects numbers that JSON cannot represent", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(codeOf(() => canonicalJson({ a: [value] }))).toBe("JSON_MALFORMED")
    }
  })

  it("gives one text for equal values, and a text that reads back as the value", () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(reversed(value))).toBe(text)
      })
    )
  })
})

/** The same value with the members of every object written in the opposite order. */
const reversed = (value: Json): Json => {
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const)
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members.toReversed())
}
