import { decodeUtf8, encodeHex, encodeUtf8 } from "@countersign/wire"
import { type Group, valid, wrong } from "../Group.ts"

export const utf8: Group = {
  name: "utf8",
  about: "UTF-8: RFC 3629, without repairs in either direction. A digest or a signature always covers these bytes.",
  operations: {
    decodeUtf8: {
      says: "Reads bytes to text.",
      run: (input) => ({ text: decodeUtf8(input.bytes("bytes")) })
    },
    encodeUtf8: {
      says: "Writes text as bytes. The text is given as utf16, code units of 4 hex digits each, because JSON cannot represent a lone surrogate.",
      run: (input) => ({ bytes: encodeHex(encodeUtf8(fromUnits(input.text("utf16")))) })
    }
  },
  cases: () => ({
    decodeUtf8: [
      valid("two, three and four bytes", { bytes: "c3a9e282acf09f9880" }, { text: "é€😀" }),
      valid("a NUL", { bytes: "610062" }, { text: "a\u0000b" }),
      valid("nothing", { bytes: "" }, { text: "" }),
      valid("the last code point", { bytes: "f48fbfbf" }, { text: "\u{10ffff}" }),
      ...MALFORMED.map(([name, bytes, why]) => wrong(name, { bytes }, "UTF8_MALFORMED", why))
    ],
    encodeUtf8: [
      valid("é, € and a pair", { utf16: "00e920acd83dde00" }, { bytes: "c3a9e282acf09f9880" }),
      valid("a letter and its accent, not composed", { utf16: "00650301" }, { bytes: "65cc81" }),
      ...[
        ["half a pair, the first", "0061d83d", "It has no UTF-8 form."],
        ["half a pair, the second", "de000061", "It has no UTF-8 form."],
        ["a pair the wrong way round", "de00d83d", "Two halves in the wrong order are not a pair."]
      ].map(([name = "", utf16 = "", why = ""]) => wrong(name, { utf16 }, "UTF8_MALFORMED", why))
    ]
  })
}

const fromUnits = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/gu) ?? []).map((unit) => Number.parseInt(unit, 16)))

const MALFORMED: ReadonlyArray<readonly [name: string, bytes: string, why: string]> = [
  ["a byte that is never UTF-8", "7bff7d", "RFC 3629 section 1: C0, C1 and F5 to FF never occur."],
  ["a continuation in front", "80", "A continuation follows a first byte."],
  ["cut short", "e282", "The first byte requires three bytes."],
  ["a long form of a slash", "c0af", "RFC 3629 section 3: the shortest form only."],
  ["a long form in three bytes", "e08080", "RFC 3629 section 3: the shortest form only."],
  ["a surrogate in three bytes", "eda080", "RFC 3629 section 3: D800 to DFFF are not characters."],
  ["a pair in six bytes", "eda0bdedb880", "This is CESU-8."],
  ["beyond the last code point", "f4908080", "RFC 3629 section 3: up to 10FFFF."],
  ["Latin-1", "636166e9", "E9 begins three bytes."],
  ["a byte order mark", "efbbbf7b7d", "RFC 3629 section 6: forbidden where UTF-8 is mandatory."]
]
