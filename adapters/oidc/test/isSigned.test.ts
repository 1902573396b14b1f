import { constants, KeyObject, sign } from "node:crypto"
import { ec, ed, type Pair, rsa, segment, signature } from "@countersign/harness/issuer"
import { encodeBase64Url, encodeUtf8 } from "@countersign/wire"
import { type CryptoKey, compactVerify, importJWK } from "jose"
import { describe, expect, it } from "vitest"
import { ALGORITHMS, type Algorithm, isAlgorithm } from "../src/algorithms.ts"
import { isSigned } from "../src/isSigned.ts"

// One pair of RSA serves all its schemes: to make one takes longer than all that is done with it.
const rsaPairs = [rsa("a"), rsa("a")] as const

const pairsOf = (algorithm: Algorithm): readonly [Pair, Pair] => {
  const { kty } = ALGORITHMS[algorithm]
  if (kty === "RSA") return rsaPairs
  return kty === "EC" ? [ec("a", algorithm), ec("a", algorithm)] : [ed("a"), ed("a")]
}

/** What jose says of a token with these bytes for its signature. */
const theirs = async (key: CryptoKey, algorithm: Algorithm, signed: string, bytes: Uint8Array) => {
  try {
    await compactVerify(`${signed}.${encodeBase64Url(bytes)}`, key, { algorithms: [algorithm] })
    return true
  } catch {
    return false
  }
}

const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
  Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte))

/** Two numbers side by side, each with a zero before it. */
const widened = (bytes: Uint8Array): Uint8Array => {
  const half = bytes.length / 2
  return Uint8Array.of(0, ...bytes.subarray(0, half), 0, ...bytes.subarray(half))
}

describe.each(Object.keys(ALGORITHMS).filter(isAlgorithm))("a signature of %s", (algorithm) => {
  it("is judged as jose judges it, right, of another key, of another scheme, or malformed", async () => {
    const [pair, other] = pairsOf(algorithm)
    const key = await importJWK({ ...pair.jwk, alg: algorithm }, algorithm)
    if (key instanceof Uint8Array) throw new Error("not a key pair")
    const signed = `${segment({ alg: algorithm, kid: "a" })}.${segment({ sub: "ada" })}`
    const good = signature(algorithm, signed, pair.privateKey)
    const schemes = Object.keys(ALGORITHMS).filter(isAlgorithm)
    const foreign = schemes.filter((name) => name !== algorithm && ALGORITHMS[name].kty === ALGORITHMS[algorithm].kty)
    const pss = { key: pair.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }
    const isRsa = ALGORITHMS[algorithm].kty === "RSA"
    const isEc = ALGORITHMS[algorithm].kty === "EC"

    const wrong: ReadonlyArray<readonly [string, Uint8Array]> = [
      ["of another key", signature(algorithm, signed, other.privateKey)],
      ["over another text", signature(algorithm, `${signed}.`, pair.privateKey)],
      ["of no bytes", new Uint8Array(0)],
      ["of one byte", Uint8Array.of(0)],
      ["of zeros", new Uint8Array(good.length)],
      ["of ones", new Uint8Array(good.length).fill(255)],
      ["cut by a byte", good.subarray(0, -1)],
      ["prolonged by a byte", Uint8Array.of(...good, 0)],
      ["behind a zero", Uint8Array.of(0, ...good)],
      ["twice", Uint8Array.of(...good, ...good)],
      ["widened", widened(good)],
      ...Array.from({ length: 16 }, (_, at) => Math.floor((at * good.length) / 16)).map(
        (at) => [`with byte ${at} changed`, flipped(good, at)] as const
      ),
      ...foreign.map((name) => [`of ${name}`, signature(name, signed, pair.privateKey)] as const),
      ...(isEc ? [["in DER", sign(`sha${algorithm.slice(2)}`, encodeUtf8(signed), pair.privateKey)] as const] : []),
      ...(isRsa
        ? [0, 20].map(
            (saltLength) =>
              [`with ${saltLength} bytes of salt`, sign("sha256", encodeUtf8(signed), { ...pss, saltLength })] as const
          )
        : [])
    ]
    const ours = (bytes: Uint8Array) =>
      isSigned(KeyObject.from(key), { algorithm, signed: encodeUtf8(signed), signature: bytes })

    expect([ours(good), await theirs(key, algorithm, signed, good)]).toEqual([true, true])
    for (const [what, bytes] of wrong) {
      expect([what, ours(bytes)]).toEqual([what, false])
      expect([what, await theirs(key, algorithm, signed, bytes)]).toEqual([what, false])
    }
  })
})
