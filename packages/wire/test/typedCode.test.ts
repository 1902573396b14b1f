import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { typedCode } from "../src/index.ts"

describe("a code that a person typed (GD4, GD5)", () => {
  it.each([
    ["as it was mailed", "123456"],
    ["in groups", "123 456"],
    ["with a dash", "123-456"],
    ["with a line break at its end", "123456\r\n"],
    ["with a tab before it", "\t123456"],
    ["with dots", "123.456"],
    ["with a no-break space", "123\u00A0456"],
    ["with an en dash", "123\u2013456"],
    ["with a minus sign", "123\u2212456"],
    ["with a zero-width space", "123\u200B456"],
    ["between marks of direction", "\u200E123456\u200F"],
    ["with middle dots", "123\u00B7456"],
    ["with underscores", "123_456"],
    ["in full width", "１２３４５６"],
    ["in Arabic-Indic digits", "١٢٣٤٥٦"],
    ["in Persian digits", "۱۲۳۴۵۶"],
    ["in Devanagari digits", "१२३ ४५६"],
    ["in mathematical digits", "𝟏𝟐𝟑𝟒𝟓𝟔"],
    ["after a byte order mark", "\uFEFF123456"]
  ])("is read %s", (_, typed) => {
    expect(typedCode(typed)).toBe("123456")
  })

  it.each([
    ["in lower case", "7k2mq-hw9tp-3xz", "7K2MQHW9TP3XZ"],
    ["in full width", "７Ｋ２ｍｑ", "7K2MQ"]
  ])("is read %s if it has letters", (_, typed, code) => {
    expect(typedCode(typed)).toBe(code)
  })

  it("keeps what no code contains, so that it is refused and not mended", () => {
    expect(["12345O?", "12,3", "é"].map(typedCode)).toEqual(["12345O?", "12,3", "É"])
  })

  it("has one form: reading it again changes nothing, and no digit of Unicode is left but 0 to 9", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const code = typedCode(text)
        expect(typedCode(code)).toBe(code)
        expect(code).not.toMatch(/(?![0-9])\p{Nd}/u)
      }),
      { numRuns: 2000 }
    )
  })

  it("reads every decimal digit of Unicode as its value", () => {
    const all = Array.from({ length: 0x11_0000 }, (_, point) => point).filter(
      (point) => (point < 0xd8_00 || point > 0xdf_ff) && /\p{Nd}/u.test(String.fromCodePoint(point))
    )
    // The blocks have ten digits each, in order.
    expect(all.map((point) => typedCode(String.fromCodePoint(point)))).toEqual(all.map((_, nth) => String(nth % 10)))
  })
})
