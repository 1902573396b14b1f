import { sha256 as digestOf, encodeHex, equalBytes, hmacSha256, sha256Hex } from "@countersign/wire"
import { checked, type Group, valid, wrong } from "../Group.ts"
import type { Input } from "../Input.ts"
import { hexOf, payload } from "../signing.ts"

export const sha256: Group = {
  name: "sha256",
  about: "SHA-256 (FIPS 180-4) of bytes and of text, and HMAC (RFC 2104) with it.",
  operations: {
    sha256: {
      says: "Returns the digest of bytes.",
      run: (input) => ({ digest: encodeHex(digestOf(input.bytes("bytes"))) })
    },
    sha256Hex: {
      says: "Returns the digest of the UTF-8 bytes of text, as lower-case hex.",
      run: (input) => ({ digest: sha256Hex(input.text("text")) })
    },
    checkSha256Hex: {
      says: "Succeeds when digest, compared as text, is the digest of the UTF-8 bytes of text.",
      run: (input) =>
        checked(input.text("digest") === sha256Hex(input.text("text")), "DIGEST_MISMATCH", { matches: true })
    },
    hmacSha256: {
      says: "Returns the HMAC of bytes under key.",
      run: (input) => ({ mac: encodeHex(macOf(input)) })
    },
    checkHmacSha256: {
      says: "Succeeds when mac is the HMAC of bytes under key.",
      run: (input) => checked(equalBytes(macOf(input), input.bytes("mac")), "DIGEST_MISMATCH", { matches: true })
    }
  },
  cases: () => ({
    sha256: [valid("nothing", { bytes: "" }, { digest: EMPTY }), valid("abc", { bytes: "616263" }, { digest: ABC })],
    sha256Hex: [
      valid("text of abc", { text: "abc" }, { digest: ABC }),
      valid("a payload", { text: payload }, { digest: PAYLOAD }),
      valid("text outside ASCII", { text: "é😀" })
    ],
    checkSha256Hex: [
      valid("the digest of a payload", { text: payload, digest: PAYLOAD }, { matches: true }),
      ...MISMATCHES.map(([name, text, digest, why]) => wrong(name, { text, digest }, "DIGEST_MISMATCH", why))
    ],
    hmacSha256: [
      // RFC 4231 sections 4.2, 4.3 and 4.7.
      valid(
        "RFC 4231 case 1",
        { key: "0b".repeat(20), bytes: hexOf("Hi There") },
        { mac: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7" }
      ),
      valid("RFC 4231 case 2", { key: KEY, bytes: JEFE }, { mac: MAC }),
      valid(
        "RFC 4231 case 6, a key longer than a block",
        { key: "aa".repeat(131), bytes: hexOf("Test Using Larger Than Block-Size Key - Hash Key First") },
        { mac: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54" }
      )
    ],
    checkHmacSha256: [
      valid("the mac of case 2", { key: KEY, bytes: JEFE, mac: MAC }, { matches: true }),
      ...FORGED.map(([name, key, mac, why]) => wrong(name, { key, bytes: JEFE, mac }, "DIGEST_MISMATCH", why))
    ]
  })
}

const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
const PAYLOAD = "2884ef624845ab5b1790db195bb2cd86f50b0e367acc2f34c4129dcf1a9acd33"
const KEY = hexOf("Jefe")
const JEFE = hexOf("what do ya want for nothing?")
const MAC = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"

const macOf = (input: Input): Uint8Array => hmacSha256(input.bytes("key"), input.bytes("bytes"))

const MISMATCHES: ReadonlyArray<readonly [name: string, text: string, digest: string, why: string]> = [
  ["upper case", "abc", ABC.toUpperCase(), "Compared as text."],
  ["the digest of nothing", "abc", EMPTY, "Another text."],
  ["the digest of UTF-16", "abc", encodeHex(digestOf(Uint8Array.of(97, 0, 98, 0, 99, 0))), "The bytes are UTF-8."],
  ["a digest of the digest", "abc", sha256Hex(ABC), "Hashed once."],
  ["a text that is hex, hashed as bytes", "616263", ABC, "The text is hashed, not the bytes that it encodes."],
  ["a line feed added before hashing", "abc", sha256Hex("abc\n"), "Another text has another digest."]
]

const FORGED: ReadonlyArray<readonly [name: string, key: string, mac: string, why: string]> = [
  ["a mac cut short", KEY, MAC.slice(0, 32), "All 32 bytes are compared."],
  ["a byte after the mac", KEY, `${MAC}00`, "The lengths are compared too."],
  ["a mac under another key", hexOf("jefe"), MAC, "Another key."]
]
