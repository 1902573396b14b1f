import { constants, type KeyObject, sign, verify } from "node:crypto"
import { OidcAlgorithm } from "@countersign/core"
import {
  claims,
  ec,
  ed,
  issuerAt,
  type Pair,
  reader,
  rsa,
  segment,
  server,
  signature
} from "@countersign/harness/issuer"
import { encodeBase64Url, encodeUtf8 } from "@countersign/wire"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Algorithm } from "../src/OidcOptions.ts"

// One RSA key pair serves all its schemes, because generating one takes longer than all tests that use it.
const rsaPairs = [rsa("a"), rsa("a")] as const

const pairsOf = (algorithm: Algorithm): readonly [Pair, Pair] => {
  if (algorithm === "EdDSA") return [ed("a"), ed("a")]
  return algorithm.startsWith("ES") ? [ec("a", algorithm), ec("a", algorithm)] : rsaPairs
}

/** The result of node:crypto as a reference. Source: RFC 7518 sections 3.3 to 3.5, RFC 8037 section 3.1. */
const isSigned = (algorithm: Algorithm, key: KeyObject, signed: string, bytes: Uint8Array): boolean => {
  const padding = constants.RSA_PKCS1_PSS_PADDING
  const pss = { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  const options = algorithm.startsWith("PS") ? pss : { key, dsaEncoding: "ieee-p1363" as const }
  return verify(algorithm === "EdDSA" ? null : `sha${algorithm.slice(2)}`, encodeUtf8(signed), options, bytes)
}

const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
  Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte))

/** Two concatenated integers, each with a leading zero. */
const widened = (bytes: Uint8Array): Uint8Array => {
  const half = bytes.length / 2
  return Uint8Array.of(0, ...bytes.subarray(0, half), 0, ...bytes.subarray(half))
}

describe.each(OidcAlgorithm.literals)("a signature of %s", (algorithm) => {
  it.effect("has the same result in jose and node:crypto: valid, foreign and malformed ones", () =>
    Effect.gen(function* () {
      const [pair, other] = pairsOf(algorithm)
      const { alg, ...jwk } = pair.jwk
      const keys = yield* server(jwk)
      const identify = yield* reader({ issuers: [issuerAt(keys.url, { algorithms: [algorithm] })] })
      const signed = `${segment({ alg: algorithm, kid: "a" })}.${segment(claims)}`
      const good = signature(algorithm, signed, pair.privateKey)
      const isRsa = pair === rsaPairs[0]
      const isEc = algorithm.startsWith("ES")
      const foreign = OidcAlgorithm.literals.filter((name) => {
        const sharesKey = isRsa ? /^[RP]S/u.test(name) : isEc && name.startsWith("ES")
        return name !== algorithm && sharesKey
      })
      const pss = { key: pair.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }

      const wrong: ReadonlyArray<readonly [string, Uint8Array]> = [
        ["of another key", signature(algorithm, signed, other.privateKey)],
        ["over another text", signature(algorithm, `${signed}.`, pair.privateKey)],
        ["of no bytes", new Uint8Array(0)],
        ["of one byte", Uint8Array.of(0)],
        ["of zeros", new Uint8Array(good.length)],
        ["of ones", new Uint8Array(good.length).fill(255)],
        ["shortened by a byte", good.subarray(0, -1)],
        ["extended by a byte", Uint8Array.of(...good, 0)],
        ["with a leading zero", Uint8Array.of(0, ...good)],
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
                [
                  `with ${saltLength} bytes of salt`,
                  sign("sha256", encodeUtf8(signed), { ...pss, saltLength })
                ] as const
            )
          : [])
      ]

      const theirs = (bytes: Uint8Array) => isSigned(algorithm, pair.publicKey, signed, bytes)
      const ours = (bytes: Uint8Array) => identify(`${signed}.${encodeBase64Url(bytes)}`)

      expect([yield* ours(good), theirs(good)]).toMatchObject([{ subject: "ada" }, true])
      for (const [what, bytes] of wrong) {
        expect([what, yield* ours(bytes)]).toEqual([what, bytes.length === 0 ? "malformed" : "signature"])
        expect([what, theirs(bytes)]).toEqual([what, false])
      }
    })
  )
})
