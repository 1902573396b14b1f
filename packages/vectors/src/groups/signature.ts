import { decodeHex, derToP1363, encodeHex, encodeUtf8, sha256, signP256, verifyP256 } from "@countersign/wire"
import { type Group, holds, valid, wrong } from "../Group.ts"
import { attacker, hexOf, ORDER, payload, recipient } from "../keys.ts"
import { derOf, exchanged, flipS, lowS } from "../signing.ts"
import type { Fields } from "../VectorFile.ts"

/** What verifies, what is signed, and what only looks like it. */
export const signature: Group = {
  name: "signature",
  about:
    "ECDSA over P-256 with one SHA-256 (FIPS 186-5 section 6.4). Made as RFC 6979 says with s in the lower half, accepted with s in either.",
  operations: {
    signP256: {
      says: "Signs message: the DER of RFC 6979's signature, its s replaced by n - s where that is smaller.",
      run: (input) => ({ signature: encodeHex(signP256(input.bytes("message"), input.bytes("testPrivateKey"))) })
    },
    verifyP256: {
      says: "Holds when signature, strict DER, is one over message by publicKey.",
      run: (input) =>
        holds(
          verifyP256(input.bytes("message"), input.bytes("signature"), input.key("publicKey")),
          "SIGNATURE_INVALID",
          { verified: true }
        )
    }
  },
  cases: () => [
    valid("signP256", "a payload", { message, testPrivateKey: recipient.scalar }),
    valid("signP256", "nothing", { message: "", testPrivateKey: recipient.scalar }),
    valid(
      "signP256",
      "RFC 6979 A.2.5, sample",
      { message: hexOf("sample"), testPrivateKey: STANDARD },
      { signature: lowS(...SAMPLE) }
    ),
    valid(
      "signP256",
      "RFC 6979 A.2.5, test",
      { message: hexOf("test"), testPrivateKey: STANDARD },
      { signature: lowS(...TEST) }
    ),
    wrong(
      "signP256",
      "a key of zero",
      { message, testPrivateKey: "00".repeat(32) },
      "SCALAR_INVALID",
      "From 1 to n - 1."
    ),
    wrong("signP256", "a key of n", { message, testPrivateKey: ORDER }, "SCALAR_INVALID", "From 1 to n - 1."),
    valid("verifyP256", "s in the lower half", against({}), { verified: true }),
    valid("verifyP256", "s in the upper half", against({ signature: encodeHex(flipS(made)) }), { verified: true }),
    valid(
      "verifyP256",
      "the standard's own signature, s in the upper half",
      against({ message: hexOf("sample"), signature: encodeHex(derOf(...SAMPLE)), publicKey: STANDARD_PUBLIC }),
      { verified: true }
    ),
    ...WRONG.map(([name, changed, why]) => wrong("verifyP256", name, against(changed), "SIGNATURE_INVALID", why))
  ]
}

const message = hexOf(payload)
const made = recipient.sign(decodeHex(message))
const over = (bytes: Uint8Array): string => encodeHex(recipient.sign(bytes))

/** The good case with some of it changed. */
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
  ["another key", { publicKey: attacker.compressed }, "Another key signed."],
  ["the negative of the key", { publicKey: negative }, "One x, another y."],
  ["a byte more in the message", { message: `${message}0a` }, "A line feed at the end is another message."],
  ["nothing for a message", { message: "" }, "Another message."],
  ["a message hashed twice", { signature: over(sha256(decodeHex(message))) }, "SHA-256 once."],
  ["the hex text of the message", { signature: over(encodeUtf8(message)) }, "The bytes are signed, not their hex."],
  ["raw r and s", { signature: encodeHex(derToP1363(made)) }, "DER is expected."],
  ["a byte after the signature", { signature: `${encodeHex(made)}00` }, "Strict DER: nothing follows."],
  ["a long-form length", { signature: `3081${encodeHex(made).slice(2)}` }, "Strict DER: the shortest length."],
  ["r and s exchanged", { signature: encodeHex(exchanged(made)) }, "r comes first."],
  ["r and s of one", { signature: "3006020101020101" }, "Well formed, and over nothing."],
  ["an empty signature", { signature: "" }, "No signature."]
]
