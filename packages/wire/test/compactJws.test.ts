import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeBase64Url, encodeBase64Url, encodeUtf8, parseCompactJws, WireError } from "../src/index.ts"
import { codeOf } from "./codeOf.ts"

const raw = (text: string) => encodeBase64Url(encodeUtf8(text))
const bytes = (...values: ReadonlyArray<number>) => encodeBase64Url(Uint8Array.from(values))

const header = { alg: "ES256", kid: "key1" }
const payload = { iss: "https://issuer.test", sub: "ada1", n: { deep: [1, true, null, "é"] } }
const head = raw(JSON.stringify(header))
const body = raw(JSON.stringify(payload))
const sig = bytes(...new Array<number>(64).fill(7))
const good = `${head}.${body}.${sig}`

/**
 * Changes the last character in its spare bits, which a lenient decoder drops. `segment` must have 1 or 2 bytes modulo
 * 3.
 */
const spare = (segment: string) => segment.slice(0, -1) + ALPHABET.charAt(ALPHABET.indexOf(segment.slice(-1)) ^ 1)
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

describe("parseCompactJws", () => {
  it("parses a token into its parts", () => {
    expect(parseCompactJws(good)).toEqual({ header, payload, signed: `${head}.${body}`, signature: sig })
  })

  it("accepts any algorithm and any claims", () => {
    const { header, payload } = parseCompactJws(`${raw("{}")}.${raw('{"iss":[],"exp":"never"}')}.${sig}`)
    expect([header, payload]).toEqual([{}, { iss: [], exp: "never" }])
  })

  const headers: ReadonlyArray<readonly [string, string]> = [
    ["empty header", ""],
    ["header of a JSON array", raw("[]")],
    ["header of JSON null", raw("null")],
    ["header of a JSON string", raw('"alg"')],
    ["header of a JSON number", raw("1")],
    ["header that is no JSON", raw("alg")],
    ["header with a key given twice (J11)", raw('{"alg":"ES256","alg":"none"}')],
    ["header with a key given twice, once in escapes (J11)", raw('{"alg":"ES256","\\u0061lg":"none"}')],
    ["header with a byte order mark", bytes(0xef, 0xbb, 0xbf, ...encodeUtf8("{}"))],
    ["header in standard base64", raw('{"a":"~~~"}').replace("-", "+")],
    ["header of one character", "e"]
  ]
  const payloads: ReadonlyArray<readonly [string, string]> = [
    ["empty payload", ""],
    ["payload of a JSON array", raw('[{"iss":"a"}]')],
    ["payload of JSON null", raw("null")],
    ["payload with a claim given twice (F3)", raw('{"sub":"a","sub":"b"}')],
    ["payload with a claim given twice, deep inside (F3)", raw('{"a":[{"b":1,"b":2}]}')],
    ["payload with the key __proto__", raw('{"__proto__":{"sub":"a"}}')],
    ["payload with a number beyond double range", raw('{"iat":1e400}')],
    ["payload with NaN", raw('{"iat":NaN}')],
    ["payload with a NUL in a claim", raw('{"sub":"a\\u0000b"}')],
    ["payload with a lone surrogate", raw('{"sub":"\\ud800"}')],
    ["payload of ill-formed UTF-8", bytes(0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d)],
    ["payload with a comma too many", raw('{"sub":"a",}')],
    ["payload with text after the object", raw('{"sub":"a"}{}')],
    ["payload nested 33 deep", raw(`{"a":${"[".repeat(32)}${"]".repeat(32)}}`)],
    ["deflated payload", bytes(0xab, 0x56, 0x2a, 0x2e, 0x4d, 0x52, 0xb2, 0x52, 0x4a, 0x54, 0xaa, 0x05, 0x00)]
  ]
  const tokens: ReadonlyArray<readonly [string, string]> = [
    ["text of nothing", ""],
    ["text of a word", "sandbox"],
    ["token of two segments", `${head}.${body}`],
    ["token of four segments", `${good}.${sig}`],
    ["JWE of five segments (J2)", `${head}.${sig}.${sig}.${body}.${sig}`],
    ["dot in front", `.${good}`],
    ["dot at the end", `${good}.`],
    ["8,192 dots", ".".repeat(8192)],
    ["token over the length cap", `${head}.${raw(JSON.stringify({ sub: "a".repeat(8192) }))}.${sig}`],
    ["empty signature", `${head}.${body}.`],
    ["JSON serialization", JSON.stringify({ protected: head, payload: body, signature: sig })],
    ["line feed at the end (F3)", `${good}\n`],
    ["space in front (F3)", ` ${good}`],
    ["space in a segment (F3)", `${head}.${body.slice(0, 4)} ${body.slice(4)}.${sig}`],
    ["padded signature (F3)", `${good}==`],
    ["padded payload (F3)", `${head}.${body}=.${sig}`],
    ["signature with altered spare bits (F3)", `${head}.${body}.${spare(sig)}`],
    ["payload with altered spare bits (F3)", `${head}.${spare(raw('{"s":"a"} '))}.${sig}`],
    ["header with altered spare bits (F3)", `${spare(raw('{"a":1 }'))}.${body}.${sig}`],
    ["signature with characters Node's decoder would skip (F4)", `${head}.${body}.a!b@${sig}`],
    ["full-width digits", `${head}.${body}.${sig}１１`]
  ]

  it.each([
    ...headers.map(([what, text]) => [what, `${text}.${body}.${sig}`] as const),
    ...payloads.map(([what, text]) => [what, `${head}.${text}.${sig}`] as const),
    ...tokens
  ])("J2: rejects a %s", (_, text) => {
    expect(codeOf(() => parseCompactJws(text))).toBe("TOKEN_MALFORMED")
  })

  it("limits the length to the given cap, or to 8 KiB by default", () => {
    const ofLength = (length: number) => {
      const text = `${head}.${body}.${"A".repeat(length - head.length - body.length - 2)}`
      return codeOf(() => parseCompactJws(text, { requireSignature: false }))
    }
    expect([ofLength(8192), ofLength(8193)]).toEqual(["accepted", "TOKEN_MALFORMED"])
    expect(codeOf(() => parseCompactJws(good, { maxLength: good.length }))).toBe("accepted")
    expect(codeOf(() => parseCompactJws(good, { maxLength: good.length - 1 }))).toBe("TOKEN_MALFORMED")
  })

  it("never repeats the token in an error", () => {
    const secret = raw('{"sub":"secret","sub":"secret"}')
    try {
      parseCompactJws(`${head}.${secret}.${sig}`)
      expect.fail("parseCompactJws did not throw")
    } catch (error) {
      expect(error).toBeInstanceOf(WireError)
      expect(`${error} ${error instanceof WireError ? error.cause : ""}`).not.toMatch(/secret|\beyJ/u)
    }
  })
})

describe("parseCompactJws without a required signature", () => {
  it.each(["", "x", "dummy signature", "==", "é\n", sig])("accepts %j as the third segment", (signature) => {
    expect(parseCompactJws(`${head}.${body}.${signature}`, { requireSignature: false }).signature).toBe(signature)
  })

  it.each([`${head}.${body}`, `${good}.`, `${head}.${body}.a.b`, `${head}..`, `.${body}.`])("rejects %s", (text) => {
    expect(codeOf(() => parseCompactJws(text, { requireSignature: false }))).toBe("TOKEN_MALFORMED")
  })
})

describe("for any text", () => {
  const anyObject = fc.dictionary(
    fc.string({ unit: "grapheme" }).filter((key) => key !== "__proto__" && !key.includes("\0")),
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.stringMatching(/^[ -~]*$/u))
  )

  it("reads back any two objects and any signature", () => {
    fc.assert(
      fc.property(
        anyObject,
        anyObject,
        fc.uint8Array({ minLength: 1, maxLength: 96 }),
        (header, payload, signature) => {
          const [head, body, sig] = [raw(JSON.stringify(header)), raw(JSON.stringify(payload)), bytes(...signature)]
          expect(parseCompactJws(`${head}.${body}.${sig}`, { maxLength: 1e6 })).toEqual({
            // The generator's dictionaries have no prototype; objects from JSON.parse do.
            header: { ...header },
            payload: { ...payload },
            signed: `${head}.${body}`,
            signature: sig
          })
        }
      )
    )
  })

  it("accepts one spelling of each token: one changed character is rejected or changes a decoded byte", () => {
    const decoded = (text: string) => text.split(".").map((segment) => decodeBase64Url(segment).join())
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.constantFrom(...ALPHABET, "+", "/", "=", ".", " ", "\n"), (at, mark) => {
        fc.pre(good.charAt(at) !== mark)
        const changed = good.slice(0, at) + mark + good.slice(at + 1)
        if (codeOf(() => parseCompactJws(changed)) === "accepted") expect(decoded(changed)).not.toEqual(decoded(good))
      }),
      { numRuns: 500 }
    )
  })

  it("returns parts or throws a WireError", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => codeOf(() => parseCompactJws(text)) !== "accepted"))
  })
})
