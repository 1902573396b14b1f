import * as fc from "fast-check"
import { oddTexts } from "./oddTexts.ts"

// JSON texts for positions where another value is expected. Some of them are not valid JSON.
const numbers = [
  ..."0 -0 1 -1 0.1 1.5 1e0 1E2 10e-1 0.1e1 1.0 1e21 1e-7 1e308 5e-324 1e-400 1e400 -1e400 2147483648".split(" "),
  ..."9007199254740991 9007199254740992 9007199254740993 -9007199254740993 18446744073709551616".split(" "),
  ..."100000000000000000000 123456789012345678901234567890 1.00000000000000000001".split(" "),
  ..."01 +1 .5 1. 0x1 1e NaN Infinity - --1 1_0 ٣".split(" "),
  "9".repeat(400)
]
const values = ["null", "true", "false", "{}", "[]", '[""]', "[[]]", '{"a":1}', '{"":""}', "[null]", '"x"', "[1,2,3]"]
const broken = [
  ...["", ",", "'x'", "undefined", "//", "/**/1", "tru", "\ufeff1", "\u00a01", "{a:1}"],
  ...['"', '"\\x"', '"\\u12"', '"\n"']
]
const polluting = [
  '{"__proto__":{"polluted":1}}',
  '{"\\u005f\\u005fproto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":1,"valueOf":2}',
  '{"_tag":"EMAIL_OTP","type":"EMAIL_OTP"}'
]
const escapes = [
  ...['"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ud83d\\ude00"'],
  ...['"\\/"', '"\\u0041"', '"\\b\\f"', '"a\0b"']
]

const nested = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom("[]", "{}"))
  .map(([depth, shape]) =>
    shape === "[]" ? "[".repeat(depth) + "]".repeat(depth) : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`
  )
const long = fc
  .tuple(fc.constantFrom("a", "\\n", "é", "😀", "\\u0041", " "), fc.integer({ min: 1, max: 3_000 }))
  .map(([unit, times]) => `"${unit.repeat(times)}"`)

/** A text as JSON writes it, or unescaped with its lone surrogates and control characters. */
const texts = fc
  .tuple(fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: "binary", maxLength: 12 })), fc.boolean())
  .map(([text, isEscaped]) => (isEscaped ? JSON.stringify(text) : `"${text}"`))

export const oddJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom(...values) },
  fc.constantFrom(...broken),
  fc.constantFrom(...polluting),
  fc.constantFrom(...escapes),
  nested,
  long,
  fc.json({ maxDepth: 3 })
)

/** Unexpected keys, as JSON text. */
export const oddKeys: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '"__proto__"',
    '"constructor"',
    '"id"',
    '"status"',
    '"mode"',
    '"createdAt"',
    '"\\u0069d"',
    '""',
    '"\\u0000"'
  ),
  fc.constantFrom(...oddTexts).map((text) => JSON.stringify(text))
)
