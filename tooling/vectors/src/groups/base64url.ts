import { decodeBase64Url, encodeBase64Url, encodeHex } from "@countersign/wire"
import { type Group, valid, wrong } from "../Group.ts"
import { hexOf } from "../signing.ts"

/** Encodes bytes as text without padding. */
export const base64url: Group = {
  name: "base64url",
  about: "Base64url: RFC 4648 section 5, unpadded as in RFC 7515 section 2, one text for one value.",
  operations: {
    decodeBase64Url: {
      says: "Reads text to bytes. With paddingOptional the full padding is accepted too; maxBytes caps the decoded length.",
      run: (input) => {
        const padding = input.has("paddingOptional") && input.flag("paddingOptional") ? "optional" : "forbidden"
        return {
          bytes: encodeHex(decodeBase64Url(input.text("text"), { ...input.limits("maxBytes"), padding }))
        }
      }
    },
    encodeBase64Url: {
      says: "Writes bytes as unpadded text.",
      run: (input) => ({ text: encodeBase64Url(input.bytes("bytes")) })
    }
  },
  cases: () => ({
    decodeBase64Url: [
      ...KNOWN.map(([text, coded]) => valid(`"${coded}", read`, { text: coded }, { bytes: hexOf(text) })),
      valid("its own two symbols", { text: "-_-_" }, { bytes: "fbffbf" }),
      valid("padded, where it may be", { text: "Zg==", paddingOptional: true }, { bytes: "66" }),
      valid("unpadded, where it may be padded", { text: "Zg", paddingOptional: true }, { bytes: "66" }),
      valid("the very cap", { text: "Zm9vYg", maxBytes: 4 }, { bytes: "666f6f62" }),
      ...MALFORMED.map(([name, text, why]) => wrong(name, { text }, "BASE64URL_MALFORMED", why)),
      ...PADDED.map(([name, text, why]) => wrong(name, { text, paddingOptional: true }, "BASE64URL_MALFORMED", why)),
      wrong("a byte over the cap", { text: "Zm9vYmE", maxBytes: 4 }, "TOO_LONG", "Five bytes, not four."),
      wrong(
        "over the cap, and no base64url",
        { text: "!!!!!!!!!!!!", maxBytes: 4 },
        "TOO_LONG",
        "The length is checked first."
      ),
      wrong("a group over the cap", { text: "Zm9vYmFyZm9v", maxBytes: 4 }, "TOO_LONG", "Nine bytes.")
    ],
    encodeBase64Url: [
      ...KNOWN.map(([text, coded]) => valid(`"${text}", written`, { bytes: hexOf(text) }, { text: coded })),
      valid("its own two symbols, written", { bytes: "fbffbf" }, { text: "-_-_" })
    ]
  })
}

/** RFC 4648 section 10, without the padding. */
const KNOWN = [
  ["", ""],
  ["f", "Zg"],
  ["fo", "Zm8"],
  ["foo", "Zm9v"],
  ["foob", "Zm9vYg"]
] as const

const MALFORMED: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["padding, two signs", "Zg==", "RFC 7515 section 2: the padding is omitted."],
  ["padding, one sign", "Zm8=", "RFC 7515 section 2: the padding is omitted."],
  ["a lone symbol", "Z", "One symbol is less than a byte."],
  ["a lone symbol whose bits are zero", "Zm9vA", "One symbol is less than a byte, and not empty."],
  [
    "spare bits set, four of them",
    "Zh",
    "RFC 4648 section 3.5: spare bits are zero; otherwise one value would have two texts."
  ],
  [
    "spare bits set, two of them",
    "Zm9",
    "RFC 4648 section 3.5: spare bits are zero; otherwise one value would have two texts."
  ],
  ["the symbols of standard base64", "+/+/", "This alphabet has - and _."],
  ["a line feed at the end", "Zm9v\n", "White space is not skipped."],
  ["a space in front", " Zm9v", "White space is not skipped."],
  ["a dot", "Zm9v.", "A dot separates segments and is not a symbol."],
  ["percent-encoded padding", "Zg%3D%3D", "The text is not URL-decoded first."],
  ["a letter outside ASCII", "Zm9é", "Only the 64 symbols are allowed."],
  ["a NUL at the end", "Zm9v\u0000", "A NUL does not end the text."]
]

const PADDED: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["half the padding, where it may be padded", "Zg=", "All of the padding or none."],
  ["padding too many, where it may be padded", "Zm9v====", "Three bytes need none."],
  ["spare bits set, where it may be padded", "Zh==", "Padding does not excuse spare bits."],
  ["padding in front", "=Zg=", "Padding ends the text."]
]
