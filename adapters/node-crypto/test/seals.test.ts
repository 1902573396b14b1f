import { createECDH } from "node:crypto"
import { SealBroken, Seals } from "@countersign/core"
import { rounds } from "@countersign/harness/rounds"
import { anyScalar, bigEndian, hex, ORDER, scalar, withByte } from "@countersign/harness/scalars"
import { open, publicKeyOf, type Sealed, seal, uncompressedBytes, uncompressedHex } from "@countersign/wire"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as hpke from "../src/hpke.ts"
import { scalarBytes } from "../src/hpke.ts"
import { nodeSeals } from "../src/index.ts"

const TIMES = rounds(200, 50)

const withSeals = <A, E>(ask: (seals: Seals["Service"]) => Effect.Effect<A, E>) =>
  Effect.runSync(Effect.flatMap(Seals, ask).pipe(Effect.provide(nodeSeals)))

const sealHere = (privateKey: Uint8Array, plaintext: Uint8Array) =>
  withSeals((seals) => seals.seal({ recipient: publicKeyOf(privateKey), plaintext }))

const openHere = (recipientPrivateKey: Uint8Array, sealed: Sealed) =>
  withSeals((seals) => seals.open({ recipientPrivateKey, sealed }))

const isBroken = (recipientPrivateKey: Uint8Array, sealed: Sealed) =>
  withSeals((seals) => Effect.flip(seals.open({ recipientPrivateKey, sealed }))) instanceof SealBroken

const anyPlaintext = fc.uint8Array({ maxLength: 300 })

describe("agrees with the portable implementation", () => {
  it(`each opens what the other sealed, ${TIMES} times`, async () => {
    await fc.assert(
      fc.asyncProperty(anyScalar, anyPlaintext, async (recipientPrivateKey, plaintext) => {
        const there = await seal({ recipient: publicKeyOf(recipientPrivateKey), plaintext })
        expect(openHere(recipientPrivateKey, there)).toEqual(plaintext)
        const here = sealHere(recipientPrivateKey, plaintext)
        expect(await open({ recipientPrivateKey, sealed: here })).toEqual(plaintext)
      }),
      { numRuns: TIMES }
    )
  })

  it("seals to the same bytes under the same ephemeral key", async () => {
    await fc.assert(
      fc.asyncProperty(anyScalar, anyScalar, anyPlaintext, async (ephemeralPrivateKey, privateKey, plaintext) => {
        const recipient = publicKeyOf(privateKey)
        const there = await seal({ recipient, plaintext, ephemeralPrivateKey })
        expect(hpke.seal(recipient, plaintext, hpke.pairOf(ephemeralPrivateKey))).toEqual(there)
      }),
      { numRuns: 50 }
    )
  })

  it("preserves the leading zeros of the Diffie-Hellman result", async () => {
    const recipient = publicKeyOf(scalar(0x22))
    const pair = Array.from({ length: 5000 }, (_, n) => hpke.pairOf(bigEndian(BigInt(n + 1)))).find(
      (pair) => pair.computeSecret(uncompressedBytes(recipient))[0] === 0
    )
    const ephemeralPrivateKey = scalarBytes(pair!.getPrivateKey())
    const plaintext = Uint8Array.of(1, 2, 3)
    expect(hpke.seal(recipient, plaintext, pair)).toEqual(await seal({ recipient, plaintext, ephemeralPrivateKey }))
  })
})

describe("the known answer", () => {
  const recipientKey = scalar(0x22)
  const sealed = {
    enc: hex(
      "040217e617f0b6443928278f96999e69a23a4f2c152bdf6d6cdf66e5b80282d4ed194a7debcb97712d2dda3ca85aa8765a56f45fc758599652f2897c65306e5794"
    ),
    ciphertext: hex("3b7fa6fbd4247dae8d93f6e4fc8381980c871686b94da50de4412b89bf738c14edc8bf53e006c0e61153b5c226053a1e")
  }

  it("is for the published recipient", () => {
    expect(uncompressedHex(publicKeyOf(recipientKey))).toBe(
      "04d65a93977caa3d1b081852ff57a79e465f1660577304baead505dd3a48589cf350185e895372df6221ea3a137557e473fddb6755f05bd507c3c533fce9c91285"
    )
  })

  it("opens to the published plaintext", () => {
    expect(openHere(recipientKey, sealed)).toEqual(scalar(0x33))
  })

  it("equals sealing under the published ephemeral key", () => {
    expect(hpke.seal(publicKeyOf(recipientKey), scalar(0x33), hpke.pairOf(scalar(0x11)))).toEqual(sealed)
  })
})

describe("K10: a ciphertext that cannot be opened is SealBroken and no other error", () => {
  const privateKey = scalar(0x22)
  const sealed = sealHere(
    privateKey,
    Uint8Array.from({ length: 40 }, (_, n) => n)
  )
  const { ciphertext, enc } = sealed

  it("opens the unaltered ciphertext, so that the rejections below are meaningful", () => {
    expect(openHere(privateKey, sealed)).toHaveLength(40)
  })

  for (const [what, altered] of [
    ["no enc", { enc: new Uint8Array(0), ciphertext }],
    ["an enc shortened by a byte", { enc: enc.subarray(0, 64), ciphertext }],
    ["an enc extended by a byte", { enc: Uint8Array.of(...enc, 0), ciphertext }],
    ["a compressed enc", { enc: Uint8Array.of(2 | ((enc[64] ?? 0) & 1), ...enc.subarray(1, 33)), ciphertext }],
    ["a hybrid enc", { enc: Uint8Array.of(6 | ((enc[64] ?? 0) & 1), ...enc.subarray(1)), ciphertext }],
    ["an enc off the curve", { enc: withByte(enc, 64, 1), ciphertext }],
    ["the point at infinity", { enc: Uint8Array.of(0), ciphertext }],
    ["an enc of zeros", { enc: Uint8Array.of(4, ...new Uint8Array(64)), ciphertext }],
    ["coordinates beyond the field", { enc: Uint8Array.of(4, ...new Uint8Array(64).fill(255)), ciphertext }],
    ["another enc", { enc: sealHere(privateKey, new Uint8Array(40)).enc, ciphertext }],
    ["no ciphertext", { enc, ciphertext: new Uint8Array(0) }],
    ["a ciphertext shorter than a tag", { enc, ciphertext: ciphertext.subarray(0, 15) }],
    ["a tag alone", { enc, ciphertext: ciphertext.subarray(-16) }],
    ["a ciphertext shortened by a byte", { enc, ciphertext: ciphertext.subarray(0, -1) }],
    ["a ciphertext extended by a byte", { enc, ciphertext: Uint8Array.of(...ciphertext, 0) }]
  ] as const) {
    it(`refuses ${what}`, async () => {
      expect(isBroken(privateKey, altered)).toBe(true)
      await expect(open({ recipientPrivateKey: privateKey, sealed: altered })).rejects.toThrow(
        "The sealed value does not open with this key"
      )
    })
  }

  it("rejects a single altered byte in either part", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, mask, inEnc) => {
        const altered = inEnc
          ? { enc: withByte(enc, at % enc.length, mask), ciphertext }
          : { enc, ciphertext: withByte(ciphertext, at % ciphertext.length, mask) }
        return isBroken(privateKey, altered)
      }),
      { numRuns: 300 }
    )
  })

  it("rejects another recipient", () => {
    fc.assert(fc.property(anyScalar, (other) => isBroken(other, sealed)))
  })

  for (const [what, key] of [
    ["of 31 bytes", privateKey.subarray(1)],
    ["of 33 bytes", Uint8Array.of(0, ...privateKey)],
    ["of no bytes", new Uint8Array(0)],
    ["of zero", new Uint8Array(32)],
    ["equal to the order of the curve", bigEndian(ORDER)]
  ] as const) {
    it(`rejects a private key ${what}`, () => expect(isBroken(key, sealed)).toBe(true))
  }
})

describe("seal", () => {
  it("never returns the same bytes twice", () => {
    const [one, other] = [sealHere(scalar(0x22), Uint8Array.of(1)), sealHere(scalar(0x22), Uint8Array.of(1))]
    expect(one.enc).not.toEqual(other.enc)
    expect(one.ciphertext).not.toEqual(other.ciphertext)
  })

  it("returns plain byte arrays with memory of their own", () => {
    const { ciphertext, enc } = sealHere(scalar(0x22), Uint8Array.of(1))
    const opened = openHere(scalar(0x22), { ciphertext, enc })
    for (const bytes of [ciphertext, enc, opened]) {
      expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype)
      expect(bytes.buffer.byteLength).toBe(bytes.length)
    }
  })
})

describe("generate", () => {
  it("returns 32 bytes and their public key, also for a scalar that begins with zero", () => {
    let withZero = 0
    for (let tries = 0; withZero === 0 && tries < 20_000; tries++) {
      const { privateKey, publicKey } = withSeals((seals) => seals.generate)
      expect(privateKey).toHaveLength(32)
      if (tries > 10 && privateKey[0] !== 0) continue
      expect(publicKeyOf(privateKey)).toBe(publicKey)
      if (privateKey[0] === 0) withZero += 1
    }
    expect(withZero).toBe(1)
  })

  it("pads scalars that Node shortens", () => {
    const pair = createECDH("prime256v1")
    pair.setPrivateKey(Buffer.from("0a0b", "hex"))
    expect(pair.getPrivateKey()).toHaveLength(2)
    expect(scalarBytes(pair.getPrivateKey())).toEqual(bigEndian(0x0a0bn))
  })

  it("returns keys that open what is sealed to them", () => {
    const { privateKey, publicKey } = withSeals((seals) => seals.generate)
    const sealed = withSeals((seals) => seals.seal({ recipient: publicKey, plaintext: Uint8Array.of(7) }))
    expect(openHere(privateKey, sealed)).toEqual(Uint8Array.of(7))
  })
})
