import { encodeBase64Url, encodeUtf8, type Json, parseCompactJws } from "@countersign/wire"
import { type Group, valid, wrong } from "../Group.ts"

export const compactJws: Group = {
  name: "compactJws",
  about:
    "Parsing a compact JWS (RFC 7515 section 7.1), such as an identity token of another issuer, without verifying its signature or claims.",
  operations: {
    parseCompactJws: {
      says: "Parses at most maxLength (8,192 by default) units of text into header and payload, two JSON objects, the signing input and the third segment. With signatureOptional, the third segment is any text without a dot.",
      run: (input) => {
        const options = { ...input.limits("maxLength"), requireSignature: !input.isSet("signatureOptional") }
        const { header, payload, signature, signed } = parseCompactJws(input.text("text"), options)
        return { header: asJson(header), payload: asJson(payload), signed, signature }
      }
    }
  },
  cases: () => ({
    parseCompactJws: [
      valid("a token", { text: good }, VALUE),
      valid(
        "empty objects",
        { text: `${raw("{}")}.${raw("{}")}.${sig}` },
        { header: {}, payload: {}, signed: "e30.e30", signature: sig }
      ),
      valid("any third segment, where it may be", unsigned(".dummy signature"), {
        ...VALUE,
        signature: "dummy signature"
      }),
      valid("no third segment, where it may be", unsigned("."), { ...VALUE, signature: "" }),
      valid("the very cap", { text: good, maxLength: good.length }, VALUE),
      ...MALFORMED.map(([name, text, why]) => wrong(name, { text }, "TOKEN_MALFORMED", why)),
      ...[
        ["two segments, where a signature may be left out", "", "The second dot is required."],
        ["four segments, where a signature may be left out", ".a.b", "Three segments."]
      ].map(([name = "", rest = "", why = ""]) => wrong(name, unsigned(rest), "TOKEN_MALFORMED", why)),
      wrong(
        "a unit over the cap",
        { text: good, maxLength: good.length - 1 },
        "TOKEN_MALFORMED",
        "Checked before any other work."
      )
    ]
  })
}

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value))

const raw = (text: string): string => encodeBase64Url(encodeUtf8(text))
const HEADER = { alg: "ES256", kid: "key1" }
const PAYLOAD = { iss: "https://issuer.test", sub: "ada1", n: { deep: [1, true, null, "é"] } }
const head = raw(JSON.stringify(HEADER))
const body = raw(JSON.stringify(PAYLOAD))
const sig = encodeBase64Url(new Uint8Array(64).fill(7))
const good = `${head}.${body}.${sig}`
const VALUE = { header: HEADER, payload: PAYLOAD, signed: `${head}.${body}`, signature: sig }
const unsigned = (rest: string) => ({ text: `${head}.${body}${rest}`, signatureOptional: true })
const header = (text: string): string => `${text}.${body}.${sig}`
const payload = (text: string): string => `${head}.${text}.${sig}`
const above = (text: string): string => text.replace(/.$/u, (last) => String.fromCharCode(last.charCodeAt(0) + 1))

const TWICE = '{"alg":"ES256","alg":"none"}'
const ESCAPED = '{"alg":"ES256","\\u0061lg":"none"}'
const PROTO = '{"__proto__":{"sub":"a"}}'
const NOT_UTF8 = encodeBase64Url(Uint8Array.of(0x7b, 0x22, 0xc3, 0x22, 0x7d))

const MALFORMED: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["nothing", "", "Three segments."],
  ["two segments", `${head}.${body}`, "Three segments."],
  ["four segments", `${good}.${sig}`, "Three segments."],
  ["five segments", `${head}.${sig}.${sig}.${body}.${sig}`, "A JWE is not a JWS."],
  ["an empty signature", `${head}.${body}.`, "A signature."],
  ["a padded signature", `${good}==`, "RFC 7515 section 2: none."],
  ["spare bits in the signature", above(good), "Each token has exactly one text."],
  ["a line feed at the end", `${good}\n`, "White space is not skipped."],
  ["a space in front", ` ${good}`, "White space is not skipped."],
  ["an empty header", header(""), "It is JSON."],
  ["a header of a list", header(raw("[]")), "An object."],
  ["a header of null", header(raw("null")), "An object."],
  ["a header with a key twice", header(raw(TWICE)), "RFC 7515 section 5.2: readers differ on which value they use."],
  ["a header with a key twice, once in escapes", header(raw(ESCAPED)), "Escapes spell the same name."],
  ["a header with a byte order mark", header(raw("\ufeff{}")), "RFC 8259 section 8.1."],
  ["spare bits in the header", header(above(raw('{"a":1 }'))), "Each token has exactly one text."],
  ["an empty payload", payload(""), "It is JSON."],
  ["a payload of a list", payload(raw('[{"iss":"a"}]')), "An object."],
  [
    "a claim twice",
    payload(raw('{"sub":"a","sub":"b"}')),
    "RFC 7519 section 4: readers differ on which value they use."
  ],
  ["a claim twice, deep inside", payload(raw('{"a":[{"b":1,"b":2}]}')), "The rule applies to every object."],
  ["a payload with __proto__", payload(raw(PROTO)), "In some languages it changes the object's prototype."],
  ["a number beyond doubles", payload(raw('{"iat":1e400}')), "Readers would read it as infinity."],
  ["a NUL in a claim", payload(raw('{"sub":"a\\u0000b"}')), "Databases and C end the text there."],
  ["a payload that is not UTF-8", payload(NOT_UTF8), "JSON is UTF-8."],
  ["33 levels", payload(raw(`{"a":${"[".repeat(32)}${"]".repeat(32)}}`)), "32 at most."],
  ["text after the object", payload(raw('{"sub":"a"}{}')), "One value."],
  ["a padded payload", `${head}.${body}=.${sig}`, "RFC 7515 section 2: none."],
  [
    "8,193 units",
    `${head}.${body}.${"A".repeat(8191 - head.length - body.length)}`,
    "8,192 at most unless the caller says otherwise."
  ],
  ["the JSON serialization", JSON.stringify({ protected: head, payload: body, signature: sig }), "The compact one."]
]
