import { createHash, hkdfSync } from "node:crypto"
import { ServiceKey, type SigningKey } from "@countersign/core"
import { anyScalar, bigEndian, isHighS, ORDER, scalar } from "@countersign/harness/scalars"
import { compressedBytes, publicKeyOf, verifyP256 } from "@countersign/wire"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  ConfigurationRefused,
  publicKeyOf as nativePublicKeyOf,
  nodeServiceKey,
  receiptSignerOf
} from "../src/index.ts"

const serviceOf = (privateKeys: Uint8Array | ReadonlyArray<Uint8Array>) =>
  Effect.runSync(ServiceKey.pipe(Effect.provide(nodeServiceKey(privateKeys))))
const keyOf = (privateKey: Uint8Array) => serviceOf(privateKey).bundles

describe("the public key of a scalar", () => {
  it("equals that of the portable implementation", () => {
    fc.assert(
      fc.property(anyScalar, (scalar) => {
        expect(nativePublicKeyOf(scalar)).toBe(publicKeyOf(scalar))
      })
    )
  })

  it("fails with the same error for bytes that are not a scalar", () => {
    for (const bytes of [bigEndian(0n), bigEndian(ORDER), new Uint8Array(31).fill(1), new Uint8Array(33).fill(1)]) {
      for (const of of [publicKeyOf, nativePublicKeyOf]) {
        expect(() => of(bytes)).toThrow(expect.objectContaining({ code: "SCALAR_INVALID" }))
      }
    }
  })
})

describe("the service key", () => {
  it("is identified by its public key, and by an id derived from it", () => {
    const { kid, publicKey } = keyOf(scalar(0x11))
    expect(publicKey).toBe(publicKeyOf(scalar(0x11)))
    expect(kid).toBe(createHash("sha256").update(compressedBytes(publicKey)).digest("hex").slice(0, 16))
    expect(kid).not.toBe(keyOf(scalar(0x22)).kid)
  })

  it("signs with the first key of a list, and publishes all public keys in order", () => {
    const [one, other] = [scalar(0x11), scalar(0x22)]
    const { bundles: key } = serviceOf([one, other])
    expect(key.publicKeys).toEqual([publicKeyOf(one), publicKeyOf(other)])
    expect([key.publicKey, key.kid]).toEqual([publicKeyOf(one), keyOf(one).kid])
    const message = Uint8Array.of(1, 2, 3)
    expect(verifyP256(message, Effect.runSync(key.sign(message)), publicKeyOf(one))).toBe(true)
    expect(() => nodeServiceKey([])).toThrow(/no service key/u)
    expect(() => nodeServiceKey([one, new Uint8Array(32)])).toThrow(ConfigurationRefused)
  })

  it("signs so that the portable implementation verifies, for any key and message", () => {
    fc.assert(
      fc.property(anyScalar, fc.uint8Array({ maxLength: 300 }), (privateKey, message) => {
        const { publicKey, sign } = keyOf(privateKey)
        const signature = Effect.runSync(sign(message))
        expect(verifyP256(message, signature, publicKey)).toBe(true)
      })
    )
  })

  it("K1: signs with the lower S only, since some clients reject the upper", () => {
    const { sign } = keyOf(scalar(0x11))
    for (let n = 0; n < 64; n++) expect(isHighS(Effect.runSync(sign(Uint8Array.of(n))))).toBe(false)
  })

  it("accepts a scalar that begins with zeros", () => {
    const { publicKey, sign } = keyOf(bigEndian(1n))
    expect(verifyP256(Uint8Array.of(1), Effect.runSync(sign(Uint8Array.of(1))), publicKey)).toBe(true)
  })

  for (const [what, bytes] of [
    ["31 bytes", new Uint8Array(31).fill(1)],
    ["33 bytes", new Uint8Array(33).fill(1)],
    ["zero", new Uint8Array(32)],
    ["the order of the curve", bigEndian(ORDER)]
  ] as const) {
    it(`rejects ${what} and says how to correct it`, () => {
      expect(() => nodeServiceKey(bytes)).toThrow(ConfigurationRefused)
      expect(() => nodeServiceKey(bytes)).toThrow(/32 random bytes.*openssl rand -hex 32/u)
    })
  }
})

describe("the keys of the purposes", () => {
  const environments = ["production/acme", "sandbox/acme", "production/beta", "sandbox/beta"] as const
  const purposesOf = (service: ServiceKey["Service"]): ReadonlyArray<readonly [string, SigningKey]> => [
    ["bundles", service.bundles],
    ["verification tokens", service.verificationTokens],
    ["receipts", service.receipts],
    ...environments.map((environment) => [`webhooks of ${environment}`, service.webhooks(environment)] as const)
  ]
  const service = serviceOf([scalar(0x11), scalar(0x22)])
  const pairs = purposesOf(service).flatMap(([one, signer]) =>
    purposesOf(service).map(([other, verifier]) => ({ one, other, signer, verifier }))
  )

  it.each(pairs)(
    "verify a signature for $one under the keys of $other only if they are the same (FA12, FA8)",
    (pair) => {
      const { one, other, signer, verifier } = pair
      const message = Uint8Array.of(1, 2, 3)
      const signature = Effect.runSync(signer.sign(message))
      expect(verifier.publicKeys.map((key) => verifyP256(message, signature, key))).toEqual([one === other, false])
      expect(signer.kid === verifier.kid).toBe(one === other)
    }
  )

  it("are the same at every start, and the bundle signer remains the service key itself (FA12)", () => {
    const repeated = serviceOf([scalar(0x11), scalar(0x22)])
    expect(purposesOf(repeated).map(([, key]) => key.publicKeys)).toEqual(
      purposesOf(service).map(([, key]) => key.publicKeys)
    )
    expect(service.bundles.publicKeys).toEqual([publicKeyOf(scalar(0x11)), publicKeyOf(scalar(0x22))])
    expect(service.receipts.publicKeys).toEqual([receiptSignerOf(scalar(0x11)), receiptSignerOf(scalar(0x22))])
  })

  it("derive the scalar as HKDF-SHA-256 to 48 bytes, modulo n - 1, plus 1 (FA12)", () => {
    const info = "countersign/service/v1/p256/webhooks/sandbox/acme"
    const wide = BigInt(`0x${Buffer.from(hkdfSync("sha256", scalar(0x11), "", info, 48)).toString("hex")}`)
    expect(service.webhooks("sandbox/acme").publicKey).toBe(publicKeyOf(bigEndian((wide % (ORDER - 1n)) + 1n)))
  })

  it("copy the given bytes when the layer is built: later changes have no effect", () => {
    const given = scalar(0x33)
    const made = serviceOf(given)
    given.fill(0)
    expect(made.webhooks("sandbox/acme").publicKey).toBe(serviceOf(scalar(0x33)).webhooks("sandbox/acme").publicKey)
  })
})
