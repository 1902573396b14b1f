import { canonicalJson, type Json, parseStrictJson } from "@countersign/wire"
import { type Group, valid, wrong } from "../Group.ts"

export const json: Group = {
  name: "json",
  about:
    "Strict JSON that every reader parses to the same value (RFC 8259, narrowed as RFC 7493 advises), and its canonical form.",
  operations: {
    parseStrictJson: {
      says: "Reads text to a value; maxDepth caps the nesting (default 32; a lone array has depth 1), maxLength the UTF-16 code units. Numbers are doubles.",
      run: (input) => ({
        // Serialized and parsed again by the platform only, so that the value has the type of JSON.
        value: platformJson(JSON.stringify(parseStrictJson(input.text("text"), input.limits("maxDepth", "maxLength"))))
      })
    },
    canonicalJson: {
      says: "Writes a value without white space, the keys of every object in ascending order of UTF-16 code units (RFC 8785 section 3.2.3).",
      run: (input) => ({ text: canonicalJson(input.json("value")) })
    }
  },
  cases: () => ({
    parseStrictJson: [
      valid(
        "every kind of value",
        { text: '{"a":[1,2.5,-0.1e3,true,false,null,"x"]}' },
        { value: { a: [1, 2.5, -100, true, false, null, "x"] } }
      ),
      valid("white space", { text: ' \t\r\n{ "a" : {} } ' }, { value: { a: {} } }),
      valid("one key in two objects", { text: '{"a":{"a":1}}' }, { value: { a: { a: 1 } } }),
      valid("one text twice, not as a key", { text: '["a","a"]' }, { value: ["a", "a"] }),
      valid("JSON inside a string", { text: '{"c":"{\\"a\\":1,\\"a\\":2}"}' }, { value: { c: '{"a":1,"a":2}' } }),
      valid("a pair in escapes", { text: '"\\ud83d\\ude00"' }, { value: "😀" }),
      valid("a whole number beyond 2^53", { text: "9007199254740993" }, { value: 9007199254740992 }),
      valid("names of built-in members", { text: '{"constructor":1,"":2}' }, { value: { constructor: 1, "": 2 } }),
      valid("32 levels", { text: "[".repeat(32) + "]".repeat(32) }, { value: nested(32) }),
      valid("lists and objects beside each other", { text: `[${"[],{},".repeat(40)}0]` }),
      valid("brackets in a string", { text: `"${"[".repeat(40)}"` }, { value: "[".repeat(40) }),
      valid("the very cap", { text: "[1]", maxLength: 3 }, { value: [1] }),
      ...DUPLICATES.map(([name, text, why]) => wrong(name, { text }, "JSON_DUPLICATE_KEY", why)),
      ...MALFORMED.map(([name, text, why]) => wrong(name, { text }, "JSON_MALFORMED", why)),
      ...TEXTS.map(([name, text, why]) => wrong(name, { text }, "JSON_TEXT_INVALID", why)),
      wrong("33 levels", { text: "[".repeat(33) + "]".repeat(33) }, "JSON_TOO_DEEP", "32 are allowed."),
      wrong("levels left open", { text: "[".repeat(40) }, "JSON_TOO_DEEP", "The depth is checked before the syntax."),
      wrong("a level over its own cap", { text: "[[]]", maxDepth: 1 }, "JSON_TOO_DEEP", "One is allowed."),
      wrong("a unit over the cap", { text: "[12]", maxLength: 3 }, "TOO_LONG", "Four units, not three."),
      wrong("over the cap and no JSON", { text: "[[[[", maxLength: 3 }, "TOO_LONG", "The length is checked first.")
    ],
    canonicalJson: [
      valid(
        "keys at every level",
        { value: { b: [{ d: 1, c: null }], a: { y: true, x: false }, B: "é\n" } },
        { text: '{"B":"é\\n","a":{"x":false,"y":true},"b":[{"c":null,"d":1}]}' }
      ),
      valid(
        "a pair before U+FB33, as code units sort",
        { value: { "\ufb33": 1, "\u{1f600}": 2, "€": 3 } },
        { text: '{"€":3,"😀":2,"\ufb33":1}' }
      ),
      valid("digits sort as text", { value: { "10": 1, "9": 2 } }, { text: '{"10":1,"9":2}' }),
      valid(
        "the escapes it writes, and the slash it does not",
        { value: '"\\\b\f\n\r\t\u0001\u001f\u007f/<é' },
        { text: '"\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f\u007f/<é"' }
      ),
      valid(
        "numbers, shortest form that reads back",
        { value: [0, -1, 2.5, 100, 1e21, 1e-7, 0.000001, 123456789012345680000] },
        { text: "[0,-1,2.5,100,1e+21,1e-7,0.000001,123456789012345680000]" }
      ),
      valid("nothing in it", { value: { a: [], b: {} } }, { text: '{"a":[],"b":{}}' })
    ]
  })
}

const nested = (levels: number): Json => (levels === 1 ? [] : [nested(levels - 1)])

const platformJson = (text: string): Json => JSON.parse(text)

const DUPLICATES: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["a key twice", '{"a":1,"a":2}', "RFC 8259 section 4: readers differ on which value they use."],
  ["a key twice with one value", '{"a":1,"a":1}', "A repeated key is refused even with the same value."],
  ["a key twice, once in escapes", '{"a":1, "\\u0061" :2}', "Escapes spell the same name."],
  ["a key twice, a slash escaped", '{"\\/":1,"/":2}', "Escapes spell the same name."],
  ["a key twice, deep inside", '[[{"x":0},{"y":[{"a":{},"a":{}}]}]]', "The rule applies to every object."],
  ["a key twice around another object", '{"a":{"a":1},"b":[],"a":null}', "The object in between does not reset it."],
  ["the empty key twice", '{"":1,"":2}', "The empty string is a key too."]
]

const MALFORMED: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["nothing", "", "JSON is one value."],
  ["cut short", '{"a":1', "The object is not closed."],
  ["two values", "1 2", "JSON is one value."],
  ["a trailing comma", "[1,]", "Some readers allow it."],
  ["a comment", "//\n1", "Some readers allow it."],
  ["a key without quotes", "{a:1}", "Some readers allow it."],
  ["single quotes", "{'a':1}", "Some readers allow them."],
  ["NaN", "NaN", "Some readers allow it."],
  ["Infinity", "[-Infinity]", "Some readers allow it."],
  ["a leading zero", "01", "RFC 8259 section 6."],
  ["a leading plus", "+1", "RFC 8259 section 6."],
  ["no digit after the point", "1.", "RFC 8259 section 6."],
  ["a raw tab in a string", '"\t"', "RFC 8259 section 7: control characters are escaped."],
  ["a raw NUL in a string", '"\u0000"', "RFC 8259 section 7: control characters are escaped."],
  ["an escape of another language", '"\\x00"', "RFC 8259 section 7."],
  ["a byte order mark", "\ufeff1", "RFC 8259 section 8.1."],
  ["a no-break space", "\u00a01", "RFC 8259 section 2 has four white space characters."],
  ["a number beyond doubles", "[1e400]", "RFC 7493 section 2.2: readers would read it as infinity."],
  ["the key __proto__", '{"__proto__":1}', "In some languages it changes the object's prototype."],
  ["the key __proto__ in escapes", '[{"\\u005f_proto__":{}}]', "Escapes spell the same name."]
]

const TEXTS: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["an escaped NUL", '"\\u0000"', "Databases and C end the text there."],
  ["an escaped NUL in a key", '{"a":{"\\u0000":1}}', "The rule applies to keys too."],
  ["half a pair", '{"a":"\\udc00"}', "RFC 7493 section 2.1: it has no UTF-8 form."],
  ["half a pair in a key", '{"\\udfff":1}', "The rule applies to keys too."],
  ["a pair the wrong way round", '"\\ude00\\ud83d"', "Two halves in the wrong order are not a pair."]
]
