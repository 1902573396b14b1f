import type { Fields } from "@countersign/vectors"
import {
  decodeDerSignature,
  decodeHex,
  derToP1363,
  encodeDerSignature,
  encodeHex,
  encodeUtf8,
  p1363ToDer,
  sha256,
  signP256,
  verifyP256
} from "@countersign/wire"
import { checked, type Group, valid, wrong } from "../Group.ts"
import {
  attacker,
  derOf,
  exchanged,
  flipS,
  hexOf,
  integer,
  lowS,
  RANGE as OF_SCALAR,
  ORDER,
  payload,
  recipient,
  UPPER_HALF,
  ZERO
} from "../signing.ts"

export const signature: Group = {
  name: "signature",
  about:
    "ECDSA over P-256 with one SHA-256 (FIPS 186-5 section 6.4). Signatures are created by RFC 6979 with s in the lower half, and accepted with s in either half.",
  operations: {
    signP256: {
      says: "Signs message: the DER of RFC 6979's signature, its s replaced by n - s where that is smaller.",
      run: (input) => ({ signature: encodeHex(signP256(input.bytes("message"), input.bytes("testPrivateKey"))) })
    },
    verifyP256: {
      says: "Succeeds when signature, strict DER, is a signature over message by publicKey.",
      run: (input) =>
        checked(
          verifyP256(input.bytes("message"), input.bytes("signature"), input.key("publicKey")),
          "SIGNATURE_INVALID",
          { verified: true }
        )
    }
  },
  cases: () => ({
    signP256: [
      valid("a payload", { message, testPrivateKey: recipient.scalar }),
      valid("nothing", { message: "", testPrivateKey: recipient.scalar }),
      valid(
        "RFC 6979 A.2.5, sample",
        { message: hexOf("sample"), testPrivateKey: STANDARD },
        { signature: lowS(...SAMPLE) }
      ),
      valid("RFC 6979 A.2.5, test", { message: hexOf("test"), testPrivateKey: STANDARD }, { signature: lowS(...TEST) }),
      wrong("a key of zero", { message, testPrivateKey: ZERO }, "SCALAR_INVALID", OF_SCALAR),
      wrong("a key of n", { message, testPrivateKey: ORDER }, "SCALAR_INVALID", OF_SCALAR)
    ],
    verifyP256: [
      valid("s in the lower half", against({}), { verified: true }),
      valid("s in the upper half", against({ signature: encodeHex(flipS(made)) }), { verified: true }),
      valid(
        "the standard's own signature, s in the upper half",
        against({ message: hexOf("sample"), signature: encodeHex(derOf(...SAMPLE)), publicKey: STANDARD_PUBLIC }),
        { verified: true }
      ),
      ...WRONG.map(([name, changed, why]) => wrong(name, against(changed), "SIGNATURE_INVALID", why))
    ]
  })
}

const message = hexOf(payload)
const made = recipient.sign(decodeHex(message))
const over = (bytes: Uint8Array): string => encodeHex(recipient.sign(bytes))

/** The valid case with some fields changed. */
const against = (changed: Fields): Fields => ({
  message,
  signature: encodeHex(made),
  publicKey: recipient.compressed,
  ...changed
})

/** The point with the same x and the other y. */
const negative = recipient.compressed.replace(/^0./u, (prefix) => (prefix === "02" ? "03" : "02"))

/** RFC 6979 appendix A.2.5. */
const STANDARD = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
const STANDARD_PUBLIC = "0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
const SAMPLE = [
  "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
  "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
] as const
const TEST = [
  "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
  "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"
] as const

const WRONG: ReadonlyArray<readonly [name: string, changed: Fields, why: string]> = [
  ["another key", { publicKey: attacker.compressed }, "Another key has signed."],
  ["the negative of the key", { publicKey: negative }, "The same x with another y is another key."],
  ["a byte more in the message", { message: `${message}0a` }, "A line feed at the end is another message."],
  ["nothing for a message", { message: "" }, "Another message."],
  ["a message hashed twice", { signature: over(sha256(decodeHex(message))) }, "SHA-256 once."],
  ["the hex text of the message", { signature: over(encodeUtf8(message)) }, "The bytes are signed, not their hex."],
  ["raw r and s", { signature: encodeHex(derToP1363(made)) }, "DER is expected."],
  ["a byte after the signature", { signature: `${encodeHex(made)}00` }, "Strict DER: nothing follows."],
  ["a long-form length", { signature: `3081${encodeHex(made).slice(2)}` }, "Strict DER: the shortest length."],
  ["r and s exchanged", { signature: encodeHex(exchanged(made)) }, "r comes first."],
  ["r and s of one", { signature: "3006020101020101" }, "Well formed, but not a signature over the message."],
  ["an empty signature", { signature: "" }, "No signature."]
]

export const der: Group = {
  name: "der",
  about:
    "ECDSA signatures over P-256 as strict DER (RFC 3279 section 2.2.3, X.690 section 10) and as the raw r and s of JWS (RFC 7518 section 3.4).",
  operations: {
    decodeDerSignature: {
      says: "Reads at most 72 bytes of DER to the integers r and s, 32 bytes each; s may be in either half.",
      run: (input) => {
        const { r, s } = decodeDerSignature(input.bytes("der"))
        return { r: integer(r), s: integer(s) }
      }
    },
    encodeDerSignature: {
      says: "Writes the integers r and s as DER.",
      run: (input) => ({
        der: encodeHex(encodeDerSignature({ r: BigInt(`0x${input.text("r")}`), s: BigInt(`0x${input.text("s")}`) }))
      })
    },
    derToP1363: {
      says: "Turns DER into the 64 bytes r then s.",
      run: (input) => ({ raw: encodeHex(derToP1363(input.bytes("der"))) })
    },
    p1363ToDer: {
      says: "Turns the 64 bytes r then s into DER.",
      run: (input) => ({ der: encodeHex(p1363ToDer(input.bytes("raw"))) })
    }
  },
  cases: () => ({
    decodeDerSignature: [
      ...KNOWN.map(([name, text, r, s]) => valid(name, { der: text }, { r, s })),
      ...MALFORMED.map(([name, text, why]) => wrong(name, { der: text }, "SIGNATURE_MALFORMED", why))
    ],
    encodeDerSignature: [
      ...KNOWN.map(([name, text, r, s]) => valid(`${name}, written`, { r, s }, { der: text })),
      wrong("r of zero, written", { r: small("00"), s: small("01") }, "SIGNATURE_MALFORMED", RANGE),
      wrong("s of n, written", { r: small("01"), s: ORDER }, "SIGNATURE_MALFORMED", RANGE)
    ],
    derToP1363: [
      ...KNOWN.map(([name, text, r, s]) => valid(`${name}, raw`, { der: text }, { raw: r + s })),
      wrong("a raw signature for DER", { der: small("01").repeat(2) }, "SIGNATURE_MALFORMED", "It is already raw."),
      wrong("a byte after it, to be raw", { der: "300602010102010100" }, "SIGNATURE_MALFORMED", "Nothing follows.")
    ],
    p1363ToDer: [
      ...KNOWN.map(([name, text, r, s]) => valid(`${name}, from raw`, { raw: r + s }, { der: text })),
      wrong("63 bytes", { raw: small("01").repeat(2).slice(2) }, "SIGNATURE_MALFORMED", "32 bytes each, zeros kept."),
      wrong("65 bytes", { raw: `00${small("01").repeat(2)}` }, "SIGNATURE_MALFORMED", "32 bytes each."),
      wrong("DER for raw", { raw: "3006020101020101" }, "SIGNATURE_MALFORMED", "It is already DER."),
      wrong("r and s of zero", { raw: small("00").repeat(2) }, "SIGNATURE_MALFORMED", RANGE),
      wrong("raw, r of n", { raw: ORDER + small("01") }, "SIGNATURE_MALFORMED", RANGE)
    ]
  })
}

/** An integer of 32 bytes that ends so. */
const small = (hex: string): string => hex.padStart(64, "0")

const RANGE = "FIPS 186-5 section 6.4.2: from 1 to n - 1."
const LARGEST = `${ORDER.slice(0, -1)}0`

const KNOWN = [
  ["one and one", "3006020101020101", small("01"), small("01")],
  ["127, one byte", "300602017f020101", small("7f"), small("01")],
  ["128, which needs a leading zero", "30070202008002017f", small("80"), small("7f")],
  ["n - 1 twice, 72 bytes, s in the upper half", `3046022100${LARGEST}022100${LARGEST}`, LARGEST, LARGEST],
  ["s just above the half", `30250201010220${UPPER_HALF}`, small("01"), UPPER_HALF]
] as const

const MALFORMED: ReadonlyArray<readonly [name: string, der: string, why: string]> = [
  ["nothing", "", "No sequence."],
  ["an empty sequence", "3000", "Two integers."],
  ["r alone", "3003020101", "Two integers."],
  ["three integers", "3009020101020101020101", "Two integers."],
  ["a byte after the sequence", "300602010102010100", "Nothing follows."],
  ["a byte after s, inside the sequence", "300702010102010100", "Nothing follows."],
  ["a length one short", "3005020101020101", "The length must match the content."],
  ["a length one long", "3007020101020101", "The length must match the content."],
  ["a set", "3106020101020101", "Tag 30."],
  ["a bit string for r", "3006030101020101", "Tag 02."],
  ["a long-form length", "308106020101020101", "X.690 section 10.1: the shortest length."],
  ["an indefinite length", "30800201010201010000", "X.690 section 10.1: definite lengths only."],
  ["a long-form length of r", "300702810101020101", "X.690 section 10.1: the shortest length."],
  ["r of no bytes", "30050200020101", "X.690 section 8.3.1: one byte or more."],
  ["a needless zero before r", "300702020001020101", "X.690 section 8.3.2: the shortest integer."],
  ["a negative r", "3006020180020101", "X.690 section 8.3.3: the first bit is the sign."],
  ["a negative s", `3025020101022080${"00".repeat(31)}`, "X.690 section 8.3.3: the first bit is the sign."],
  ["r of zero", "3006020100020101", RANGE],
  ["s of zero", "3006020101020100", RANGE],
  ["r of n", `3026022100${ORDER}020101`, RANGE],
  ["s of n", `3026020101022100${ORDER}`, RANGE],
  ["an r of 34 bytes", `302702220100${"11".repeat(32)}020101`, "33 bytes at most."],
  ["raw r and s", small("01").repeat(2), "The raw form is only for JWS."],
  ["73 bytes", `3047022100${LARGEST}02220000${LARGEST}`, "72 bytes at most."]
]
