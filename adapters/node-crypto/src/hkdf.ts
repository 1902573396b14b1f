import { createHmac } from "node:crypto"

/** RFC 5869 section 2.2: extract, with HMAC-SHA-256. An empty salt and a salt of 32 zero bytes are the same HMAC key. */
export const extract = (salt: Uint8Array, ikm: Uint8Array): Uint8Array =>
  createHmac("sha256", salt).update(ikm).digest()

/** RFC 5869 section 2.3: expand, for up to 32 bytes. Nothing here needs a second block. */
export const expand = (prk: Uint8Array, info: Uint8Array, length: number): Uint8Array =>
  createHmac("sha256", prk).update(info).update(Uint8Array.of(1)).digest().subarray(0, length)

/** RFC 9180 section 4: both steps, with every input bound to the version, the suite and the use it is made of. */
export const labeled = (suiteId: Uint8Array) => ({
  extract: (salt: Uint8Array, label: string, ikm: Uint8Array): Uint8Array =>
    extract(salt, Buffer.concat([VERSION, suiteId, Buffer.from(label), ikm])),
  expand: (prk: Uint8Array, label: string, info: Uint8Array, length: number): Uint8Array =>
    // I2OSP(L, 2): a length of at most 32 leaves the first byte zero.
    expand(prk, Buffer.concat([Uint8Array.of(0, length), VERSION, suiteId, Buffer.from(label), info]), length)
})

const VERSION = Buffer.from("HPKE-v1")
