import { expand, extract } from "@noble/hashes/hkdf.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { encodeUtf8 } from "./bytes.ts"
import { refuseAs, WireError } from "./errors.ts"
import { HPKE_INFO, type Hpke, hpkeAad, OPEN_FAILED } from "./hpke.ts"
import { uncompressedBytes } from "./points.ts"
import { portable, publicKeyOfAsync } from "./webCrypto.ts"

/** AES-256-GCM, whose ciphertext ends with the tag. `decrypt` throws for a modified ciphertext or `aad`. */
export type Aead = (
  key: Uint8Array,
  nonce: Uint8Array,
  aad: Uint8Array
) => {
  readonly encrypt: (plaintext: Uint8Array) => Uint8Array
  readonly decrypt: (ciphertext: Uint8Array) => Uint8Array
}

/**
 * HPKE in JavaScript, byte for byte like that of WebCrypto, for `useHpke`. An argument has the AES-256-GCM, so that the package
 * depends on no library of ciphers. Sealing throws an `Error` where `crypto.getRandomValues` is missing. Source: RFC 9180.
 */
export const portableHpke = (aead: Aead): Hpke => ({
  seal: async ({ ephemeralPrivateKey, plaintext, recipient }) => {
    const { newScalar, product } = await portable()
    const scalar = ephemeralPrivateKey ?? newScalar()
    const point = uncompressedBytes(recipient)
    const enc = uncompressedBytes(await publicKeyOfAsync(scalar))
    const aad = hpkeAad(enc, point)
    return { enc, ciphertext: aead(...keySchedule(product(scalar, point), aad), aad).encrypt(plaintext) }
  },
  open: async ({ recipientPrivateKey, sealed: { ciphertext, enc } }) => {
    const { product } = await portable()
    const aad = hpkeAad(enc, uncompressedBytes(await publicKeyOfAsync(recipientPrivateKey)))
    // RFC 9180 section 7.1.1: the 65 bytes of an uncompressed point. The library also reads a compressed one.
    if (enc.length !== 65) throw new WireError("OPEN_FAILED", OPEN_FAILED)
    return refuseAs("OPEN_FAILED", OPEN_FAILED, () =>
      aead(...keySchedule(product(recipientPrivateKey, enc), aad), aad).decrypt(ciphertext)
    )
  }
})

/** Returns the key and the nonce of the only message of a context, from the x of the product of both keys. */
const keySchedule = (dh: Uint8Array, kemContext: Uint8Array) => {
  // RFC 9180 section 4.1: ExtractAndExpand, over kem_context = enc || pkRm.
  const shared = expanded(KEM, extracted(KEM, EMPTY, "eae_prk", dh), "shared_secret", kemContext, 32)
  // RFC 9180 section 5.1: KeySchedule in base mode, whose psk is empty.
  const hashes = [extracted(HPKE, EMPTY, "psk_id_hash", EMPTY), extracted(HPKE, EMPTY, "info_hash", ascii(HPKE_INFO))]
  const context = Uint8Array.of(0, ...hashes.flatMap((hash) => [...hash]))
  const secret = extracted(HPKE, shared, "secret", EMPTY)
  // RFC 9180 section 5.2: one message a context, so its sequence number is 0 and its nonce the base nonce.
  return [expanded(HPKE, secret, "key", context, 32), expanded(HPKE, secret, "base_nonce", context, 12)] as const
}

/** RFC 9180 section 4: LabeledExtract. */
const extracted = (suite: Uint8Array, salt: Uint8Array, label: string, key: Uint8Array) =>
  extract(sha256, Uint8Array.of(...ascii("HPKE-v1"), ...suite, ...ascii(label), ...key), salt)

/** RFC 9180 section 4: LabeledExpand, of less than 256 bytes. */
const expanded = (suite: Uint8Array, prk: Uint8Array, label: string, info: Uint8Array, length: number) =>
  expand(sha256, prk, Uint8Array.of(0, length, ...ascii("HPKE-v1"), ...suite, ...ascii(label), ...info), length)

const ascii = encodeUtf8
const EMPTY = /* @__PURE__ */ new Uint8Array()

/** RFC 9180 section 4.1: "KEM" and the number of DHKEM(P-256, HKDF-SHA256). */
const KEM = /* @__PURE__ */ ascii("KEM\x00\x10")

/** RFC 9180 section 5.1: "HPKE" and the numbers of that KEM, HKDF-SHA256 and AES-256-GCM. */
const HPKE = /* @__PURE__ */ ascii("HPKE\x00\x10\x00\x01\x00\x02")
