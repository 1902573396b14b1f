import { decodeBase64, encodeBase64, encodeHex } from "@countersign/wire"
import { type Group, valid, wrong } from "../Group.ts"
import { hexOf } from "../signing.ts"

/** Encodes bytes as padded text. */
export const base64: Group = {
  name: "base64",
  about: "Standard base64: RFC 4648 section 4, padding required, one text for one value.",
  operations: {
    decodeBase64: {
      says: "Reads text to bytes; maxBytes caps the decoded length.",
      run: (input) => ({ bytes: encodeHex(decodeBase64(input.text("text"), input.limits("maxBytes"))) })
    },
    encodeBase64: {
      says: "Writes bytes as padded text.",
      run: (input) => ({ text: encodeBase64(input.bytes("bytes")) })
    }
  },
  cases: () => ({
    decodeBase64: [
      ...KNOWN.map(([text, coded]) => valid(`"${coded}", read`, { text: coded }, { bytes: hexOf(text) })),
      valid("its own two symbols", { text: "+/+/" }, { bytes: "fbffbf" }),
      valid("the very cap", { text: "Zm9vYg==", maxBytes: 4 }, { bytes: "666f6f62" }),
      ...MALFORMED.map(([name, text, why]) => wrong(name, { text }, "BASE64_MALFORMED", why)),
      wrong("a byte over the cap", { text: "Zm9vYmE=", maxBytes: 4 }, "TOO_LONG", "Five bytes, not four."),
      wrong(
        "over the cap, and no base64",
        { text: "!!!!!!!!!!!!", maxBytes: 4 },
        "TOO_LONG",
        "The length is checked first."
      ),
      wrong("a group over the cap", { text: "Zm9vYmFyZm9v", maxBytes: 4 }, "TOO_LONG", "Nine bytes.")
    ],
    encodeBase64: [
      ...KNOWN.map(([text, coded]) => valid(`"${text}", written`, { bytes: hexOf(text) }, { text: coded })),
      valid("its own two symbols, written", { bytes: "fbffbf" }, { text: "+/+/" })
    ]
  })
}

/** RFC 4648 section 10. */
const KNOWN = [
  ["", ""],
  ["f", "Zg=="],
  ["fo", "Zm8="],
  ["foo", "Zm9v"],
  ["foob", "Zm9vYg=="],
  ["fooba", "Zm9vYmE="],
  ["foobar", "Zm9vYmFy"]
] as const

const MALFORMED: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["no padding", "Zg", "Padding is required."],
  ["half the padding", "Zg=", "One byte needs two signs."],
  ["padding too many", "Zm9v====", "Three bytes need none."],
  ["padding alone", "====", "There is nothing to pad."],
  ["padding inside", "Zg==Zg==", "Padding ends the text."],
  [
    "spare bits set, four of them",
    "Zh==",
    "RFC 4648 section 3.5: spare bits are zero; otherwise one value would have two texts."
  ],
  [
    "spare bits set, two of them",
    "Zm9=",
    "RFC 4648 section 3.5: spare bits are zero; otherwise one value would have two texts."
  ],
  ["the URL-safe symbols", "-_-_", "This alphabet has + and /."],
  ["a line feed at the end", "Zm9v\n", "RFC 4648 section 3.3: foreign characters are refused."],
  ["a space inside", "Zm 9v===", "RFC 4648 section 3.3: foreign characters are refused."],
  ["a letter outside ASCII", "Zm9é", "RFC 4648 section 3.3: foreign characters are refused."],
  ["a lone symbol", "Zm9vY===", "One symbol is less than a byte."],
  ["a lone symbol whose bits are zero", "Zm9vA===", "One symbol is less than a byte, and not empty."]
]
