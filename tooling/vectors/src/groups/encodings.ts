import { decodeHex, encodeHex } from "@countersign/wire"
import { type Group, valid, wrong } from "../Group.ts"

export const hex: Group = {
  name: "hex",
  about: "Hexadecimal text of bytes: RFC 4648 section 8, read in either case and written in lower case.",
  operations: {
    decodeHex: {
      says: "Reads text to bytes. maxBytes caps the length and bytes fixes it; both are checked before the digits.",
      run: (input) => ({ bytes: encodeHex(decodeHex(input.text("text"), input.limits("maxBytes", "bytes"))) })
    },
    encodeHex: {
      says: "Writes bytes as text. The input is a list of numbers, because its hex is the result.",
      run: (input) => ({ text: encodeHex(Uint8Array.from(input.list("bytes").map(Number))) })
    }
  },
  cases: () => ({
    decodeHex: [
      valid("lower case", { text: "00ffaa" }, { bytes: "00ffaa" }),
      valid("upper and lower case mixed", { text: "00fFAa" }, { bytes: "00ffaa" }),
      valid("no bytes", { text: "" }, { bytes: "" }),
      valid("the very cap", { text: "01020304", maxBytes: 4 }, { bytes: "01020304" }),
      valid("the very length", { text: "01020304", bytes: 4 }, { bytes: "01020304" }),
      ...MALFORMED.map(([name, text, why]) => wrong(name, { text }, "HEX_MALFORMED", why)),
      ...[
        ["a byte over the cap", "0102030405", "Five bytes, not four."],
        ["over the cap, and no hex", "zzzzzzzzzz", "The length is checked first."]
      ].map(([name = "", text = "", why = ""]) => wrong(name, { text, maxBytes: 4 }, "TOO_LONG", why)),
      wrong("a byte short of its length", { text: "010203", bytes: 4 }, "HEX_MALFORMED", "Three bytes, not four."),
      wrong("a byte over its length", { text: "0102030405", bytes: 4 }, "HEX_MALFORMED", "Five bytes, not four.")
    ],
    encodeHex: [
      valid("every kind of digit", { bytes: [0, 15, 16, 171, 205, 239, 255] }, { text: "000f10abcdefff" }),
      valid("nothing", { bytes: [] }, { text: "" })
    ]
  })
}

const MALFORMED: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["one digit", "0", "A byte is two digits."],
  ["an odd number of digits", "00f", "A byte is two digits."],
  ["a letter after f", "0g", "g is no hexadecimal digit."],
  ["a 0x in front", "0x00ff", "A prefix is not part of the bytes."],
  ["a space in front", " 00", "White space is not skipped."],
  ["a space inside", "00 ff ", "White space is not skipped."],
  [
    "a line feed at the end",
    "00f\n",
    "White space is not skipped; many regular expressions accept a trailing line feed."
  ],
  ["dashes", "00-0ff", "Separators are not skipped."],
  ["a sign", "+100", "Number parsers accept signs, and hex has none."],
  ["full-width digits", "００", "Only ASCII digits are allowed."],
  ["Arabic digits", "٠٠", "Only ASCII digits are allowed, though some languages classify these as numeric."],
  ["a NUL at the end", "000\u0000", "A NUL does not end the text."]
]
