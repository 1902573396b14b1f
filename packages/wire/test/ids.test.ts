import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeHex, ID_PREFIXES, isId, makeId, parseId } from "../src/index.ts"
import { codeOf } from "./codeOf.ts"

const uuid = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
const random = fc.uint8Array({ minLength: 10, maxLength: 16 })
const time = fc.nat({ max: 2 ** 48 - 1 })

describe("ids", () => {
  it("match the example of RFC 9562 appendix A.6", () => {
    const made = makeId("Session", { timestampMs: 0x017f22e279b0, random: decodeHex("0cc318c4dc0c0c07398f") })
    expect(made).toBe(`Session:${uuid}`)
  })

  it("have version 7 and variant 10 for any random bytes, and parse as themselves", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ID_PREFIXES), time, random, (prefix, timestampMs, bytes) => {
        const id = makeId(prefix, { timestampMs, random: bytes })
        expect(id.slice(prefix.length)).toMatch(
          /^:[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u
        )
        expect(parseId(prefix, id)).toBe(id)
        expect(
          Number.parseInt(
            id
              .slice(prefix.length + 1)
              .replaceAll("-", "")
              .slice(0, 12),
            16
          )
        ).toBe(timestampMs)
      })
    )
  })

  it("sort by time and use 74 random bits", () => {
    const make = (timestampMs: number, fill: number) =>
      makeId("Request", { timestampMs, random: new Uint8Array(10).fill(fill) })
    expect(make(1, 255) < make(2, 0)).toBe(true)
    expect(make(1, 0)).toBe("Request:00000000-0001-7000-8000-000000000000")
    expect(make(1, 255)).toBe("Request:00000000-0001-7fff-bfff-ffffffffffff")
  })

  it("cover the range of times from zero to the last 48-bit millisecond", () => {
    const make = (timestampMs: number) => makeId("Token", { timestampMs, random: new Uint8Array(10) })
    expect(make(0)).toBe("Token:00000000-0000-7000-8000-000000000000")
    expect(make(2 ** 48 - 1)).toBe("Token:ffffffff-ffff-7000-8000-000000000000")
  })

  it("cannot be created out of range", () => {
    for (const timestampMs of [-1, 0.5, 2 ** 48, Number.NaN]) {
      expect(codeOf(() => makeId("Token", { timestampMs, random: new Uint8Array(10) }))).toBe("ID_MALFORMED")
    }
    expect(codeOf(() => makeId("Token", { timestampMs: 0, random: new Uint8Array(9) }))).toBe("ID_MALFORMED")
  })

  it("are read in any case and returned in lower case", () => {
    const id = parseId("AuthMethod", `AuthMethod:${uuid.toUpperCase()}`)
    expect(id).toBe(`AuthMethod:${uuid}`)
    expect(isId("AuthMethod", id)).toBe(true)
    expect(isId("AuthMethod", `AuthMethod:${uuid.toUpperCase()}`)).toBe(false)
  })

  it.each([
    "",
    uuid,
    `:${uuid}`,
    `Session:${uuid}`,
    `authmethod:${uuid}`,
    `AuthMethod${uuid}`,
    `AuthMethod::${uuid}`,
    `AuthMethod:${uuid} `,
    `AuthMethod:${uuid}\n`,
    ` AuthMethod:${uuid}`,
    `AuthMethod:${uuid}0`,
    `AuthMethod:${uuid.slice(1)}`,
    `AuthMethod:${uuid.replaceAll("-", "")}`,
    `AuthMethod:{${uuid}}`,
    `AuthMethod:${uuid.replace("0", "g")}`,
    `AuthMethod:${uuid.replace("0", "０")}`,
    // Lower-casing U+212A gives an ASCII k; U+0130 grows by a character.
    `AuthMethod:\u212a${uuid.slice(1)}`,
    `AuthMethod:\u0130${uuid.slice(1)}`,
    `AuthMethod:${uuid}`.repeat(10_000)
  ])("reject %j for an AuthMethod (H3)", (text) => {
    expect(codeOf(() => parseId("AuthMethod", text))).toBe("ID_MALFORMED")
  })

  it.each([`Request:${uuid}`, `SessionX:${uuid}`, `Session:Session:${uuid}`, `Session:${uuid}0`])(
    "reject %j for a Session (H3)",
    (text) => {
      expect(isId("Session", text)).toBe(false)
    }
  )

  it("return an id or throw ID_MALFORMED for any text", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ID_PREFIXES), fc.string({ unit: "binary" }), (prefix, text) => {
        expect(codeOf(() => parseId(prefix, text))).toBe("ID_MALFORMED")
        expect(codeOf(() => parseId(prefix, `${prefix}:${text}`))).toBe("ID_MALFORMED")
      })
    )
  })

  it("have sixteen prefixes, none of which is a prefix of another", () => {
    expect(ID_PREFIXES.length).toBe(16)
    expect(new Set(ID_PREFIXES).size).toBe(16)
  })
})
