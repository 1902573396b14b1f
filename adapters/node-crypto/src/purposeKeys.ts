import { createHmac, hkdfSync } from "node:crypto"
import type { ServiceKey, SigningKey } from "@countersign/core"
import { Array, Effect } from "@countersign/core/effect"
import { compressedBytes, decodeHex, encodeHex, recent, sha256 } from "@countersign/wire"
import { publicKeyOf } from "./keys.ts"

/** The order of P-256. Source: SP 800-186 section 3.2.1.3. */
export const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The service keys of a host: private scalars of 32 bytes, the signing key first. */
export type ServiceKeys = readonly [Uint8Array, ...Uint8Array[]]

/** Signs a message with a private scalar of 32 bytes. Returns DER. */
export type SignerOf = (privateKey: Uint8Array) => (message: Uint8Array) => Uint8Array

/** The keys of all purposes. Clients pin the service key, so it signs bundles. The others are derived from it. */
export const purposeKeys = (keys: ServiceKeys, signerOf: SignerOf): ServiceKey["Service"] => {
  const ofEnvironments = recent<SigningKey>(ENVIRONMENTS)
  return {
    bundles: signingKey(keys, signerOf),
    verificationTokens: signingKey(derivedAll(keys, VERIFICATION_TOKENS), signerOf),
    receipts: signingKey(derivedAll(keys, RECEIPTS), signerOf),
    webhooks: (environment) =>
      ofEnvironments.getOrMake(environment, () => signingKey(derivedAll(keys, `webhooks/${environment}`), signerOf))
  }
}

/** Number of cached webhook keys. A derivation takes about 0.2 ms, as long as four signatures. */
const ENVIRONMENTS = 256

const RECEIPTS = "receipts"
const VERIFICATION_TOKENS = "verification-tokens"

const publicKeyFor = (purpose: string) => (serviceKey: Uint8Array) => {
  publicKeyOf(serviceKey)
  return publicKeyOf(derived(serviceKey, purpose))
}

/** The public key that verifies receipts. Throws a `WireError` for bytes that are not a private key. */
export const receiptSignerOf = publicKeyFor(RECEIPTS)

/** The public key that verifies the verification tokens of a service key. Throws as {@link receiptSignerOf} does. */
export const verificationSignerOf = publicKeyFor(VERIFICATION_TOKENS)

const derivedAll = (keys: ServiceKeys, purpose: string): ServiceKeys => Array.map(keys, (key) => derived(key, purpose))

/**
 * A private scalar for one purpose: HKDF-SHA-256 with the purpose as info. The 384 bits exceed the order by 128, so the
 * remainder has no measurable bias. Source: RFC 5869, FIPS 186-5 appendix A.2.1.
 */
const derived = (serviceKey: Uint8Array, purpose: string): Uint8Array => {
  const bytes = new Uint8Array(hkdfSync("sha256", serviceKey, "", `countersign/service/v1/p256/${purpose}`, 48))
  const scalar = (BigInt(`0x${encodeHex(bytes)}`) % (ORDER - 1n)) + 1n
  return decodeHex(scalar.toString(16).padStart(64, "0"))
}

const signingKey = (keys: ServiceKeys, signerOf: SignerOf): SigningKey => {
  const [current] = keys
  const publicKey = publicKeyOf(current)
  const sign = signerOf(current)
  return {
    publicKey,
    kid: encodeHex(sha256(compressedBytes(publicKey))).slice(0, 16),
    publicKeys: Array.map(keys, publicKeyOf),
    sign: (message) => Effect.sync(() => sign(message))
  }
}

/** RFC 5869 section 2.2: extract, with HMAC-SHA-256. An empty salt and a salt of 32 zero bytes are the same HMAC key. */
export const extract = (salt: Uint8Array, ikm: Uint8Array): Uint8Array =>
  createHmac("sha256", salt).update(ikm).digest()

/** RFC 5869 section 2.3: expand, for up to 32 bytes. No caller needs a second block. */
export const expand = (prk: Uint8Array, info: Uint8Array, length: number): Uint8Array =>
  createHmac("sha256", prk).update(info).update(Uint8Array.of(1)).digest().subarray(0, length)

/** RFC 9180 section 4: both steps, with every input bound to the version, the suite and its label. */
export const labeled = (suiteId: Uint8Array) => ({
  extract: (salt: Uint8Array, label: string, ikm: Uint8Array): Uint8Array =>
    extract(salt, Buffer.concat([VERSION, suiteId, Buffer.from(label), ikm])),
  expand: (prk: Uint8Array, label: string, info: Uint8Array, length: number): Uint8Array =>
    // I2OSP(L, 2): a length of at most 32 leaves the first byte zero.
    expand(prk, Buffer.concat([Uint8Array.of(0, length), VERSION, suiteId, Buffer.from(label), info]), length)
})

const VERSION = Buffer.from("HPKE-v1")
