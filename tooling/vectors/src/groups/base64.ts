import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url, encodeHex } from "@countersign/wire"
import { type Group, valid, wrong } from "../Group.ts"
import { hexOf } from "../signing.ts"

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
      ...[
        ["a byte over the cap", "Zm9vYmE=", "Five bytes, not four."],
        ["over the cap, and no base64", "!!!!!!!!!!!!", "The length is checked first."],
        ["a group over the cap", "Zm9vYmFyZm9v", "Nine bytes."]
      ].map(([name = "", text = "", why = ""]) => wrong(name, { text, maxBytes: 4 }, "TOO_LONG", why))
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

const SPARE = "RFC 4648 section 3.5: spare bits are zero; otherwise one value would have two texts."
const MALFORMED: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["no padding", "Zg", "Padding is required."],
  ["half the padding", "Zg=", "One byte needs two signs."],
  ["padding too many", "Zm9v====", "Three bytes need none."],
  ["padding alone", "====", "There is nothing to pad."],
  ["padding inside", "Zg==Zg==", "Padding ends the text."],
  ["spare bits set, four of them", "Zh==", SPARE],
  ["spare bits set, two of them", "Zm9=", SPARE],
  ["the URL-safe symbols", "-_-_", "This alphabet has + and /."],
  ["a line feed at the end", "Zm9v\n", "RFC 4648 section 3.3: foreign characters are refused."],
  ["a space inside", "Zm 9v===", "RFC 4648 section 3.3: foreign characters are refused."],
  ["a letter outside ASCII", "Zm9é", "RFC 4648 section 3.3: foreign characters are refused."],
  ["a lone symbol", "Zm9vY===", "One symbol is less than a byte."],
  ["a lone symbol whose bits are zero", "Zm9vA===", "One symbol is less than a byte, and not empty."]
]

export const base64url: Group = {
  name: "base64url",
  about: "Base64url: RFC 4648 section 5, unpadded as in RFC 7515 section 2, one text for one value.",
  operations: {
    decodeBase64Url: {
      says: "Reads text to bytes. With paddingOptional the full padding is accepted too; maxBytes caps the decoded length.",
      run: (input) => {
        const padding = input.isSet("paddingOptional") ? "optional" : "forbidden"
        return { bytes: encodeHex(decodeBase64Url(input.text("text"), { ...input.limits("maxBytes"), padding })) }
      }
    },
    encodeBase64Url: {
      says: "Writes bytes as unpadded text.",
      run: (input) => ({ text: encodeBase64Url(input.bytes("bytes")) })
    }
  },
  cases: () => ({
    decodeBase64Url: [
      ...UNPADDED.map(([text, coded]) => valid(`"${coded}", read`, { text: coded }, { bytes: hexOf(text) })),
      valid("its own two symbols", { text: "-_-_" }, { bytes: "fbffbf" }),
      valid("padded, where it may be", { text: "Zg==", paddingOptional: true }, { bytes: "66" }),
      valid("unpadded, where it may be padded", { text: "Zg", paddingOptional: true }, { bytes: "66" }),
      valid("the very cap", { text: "Zm9vYg", maxBytes: 4 }, { bytes: "666f6f62" }),
      ...MALFORMED_URL.map(([name, text, why]) => wrong(name, { text }, "BASE64URL_MALFORMED", why)),
      ...PADDED.map(([name, text, why]) => wrong(name, { text, paddingOptional: true }, "BASE64URL_MALFORMED", why)),
      ...[
        ["a byte over the cap", "Zm9vYmE", "Five bytes, not four."],
        ["over the cap, and no base64url", "!!!!!!!!!!!!", "The length is checked first."],
        ["a group over the cap", "Zm9vYmFyZm9v", "Nine bytes."]
      ].map(([name = "", text = "", why = ""]) => wrong(name, { text, maxBytes: 4 }, "TOO_LONG", why))
    ],
    encodeBase64Url: [
      ...UNPADDED.map(([text, coded]) => valid(`"${text}", written`, { bytes: hexOf(text) }, { text: coded })),
      valid("its own two symbols, written", { bytes: "fbffbf" }, { text: "-_-_" })
    ]
  })
}

const UNPADDED = KNOWN.slice(0, 5).map(([text, coded]) => [text, coded.replace(/=+$/u, "")] as const)

const MALFORMED_URL: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ["padding, two signs", "Zg==", "RFC 7515 section 2: the padding is omitted."],
  ["padding, one sign", "Zm8=", "RFC 7515 section 2: the padding is omitted."],
  ["a lone symbol", "Z", "One symbol is less than a byte."],
  ["a lone symbol whose bits are zero", "Zm9vA", "One symbol is less than a byte, and not empty."],
  ["spare bits set, four of them", "Zh", SPARE],
  ["spare bits set, two of them", "Zm9", SPARE],
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
