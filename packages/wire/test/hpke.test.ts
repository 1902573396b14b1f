import { leastMillis } from "@countersign/harness/leastMillis"
import { gcm } from "@noble/ciphers/aes.js"
import bs58check from "bs58check"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import {
  canSeal,
  compressedBytes,
  decodeSessionSigningKey,
  encodeSessionSigningKey,
  encodeUtf8,
  open,
  openSessionSigningKey,
  portableHpke,
  publicKeyOf,
  seal,
  sealSessionSigningKey,
  uncompressedBytes,
  useHpke
} from "../src/index.ts"
import { codeOf, codeOfAsync } from "./codeOf.ts"
import { concat, scalar, withByte } from "./keys.ts"

const recipientPrivateKey = scalar(0x22)
const recipient = publicKeyOf(recipientPrivateKey)
const mask = fc.integer({ min: 1, max: 255 })

/** The implementations, by what replaces WebCrypto. */
const implementations = [
  ["WebCrypto", undefined],
  ["JavaScript (GU3)", portableHpke(gcm)]
] as const
afterEach(() => useHpke(undefined))

describe.each(implementations)("sealing with %s", (_, replacement) => {
  beforeEach(() => useHpke(replacement))

  it("round-trips any bytes, and never produces the same ciphertext twice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (plaintext) => {
        const sealed = await seal({ recipient, plaintext })
        expect(sealed.enc.length).toBe(65)
        expect(sealed.ciphertext.length).toBe(plaintext.length + 16)
        expect(await open({ recipientPrivateKey, sealed })).toEqual(plaintext)
        expect((await seal({ recipient, plaintext })).enc).not.toEqual(sealed.enc)
      }),
      { numRuns: 30 }
    )
  })

  it("opens views into larger buffers", async () => {
    const sealed = await seal({ recipient, plaintext: encodeUtf8("..text..").subarray(2, 6) })
    const whole = concat(Uint8Array.of(1, 2, 3), sealed.enc, sealed.ciphertext, Uint8Array.of(4))
    const views = { enc: whole.subarray(3, 68), ciphertext: whole.subarray(68, whole.length - 1) }
    expect(await open({ recipientPrivateKey, sealed: views })).toEqual(encodeUtf8("text"))
  })

  it("rejects a change of any one byte, of the key and of the ciphertext (K10)", async () => {
    const sealed = await seal({ recipient, plaintext: encodeUtf8("a secret") })
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.nat(), mask, async (inKey, at, bits) => {
        const changed = inKey
          ? { ...sealed, enc: withByte(sealed.enc, at % sealed.enc.length, bits) }
          : { ...sealed, ciphertext: withByte(sealed.ciphertext, at % sealed.ciphertext.length, bits) }
        expect(await codeOfAsync(() => open({ recipientPrivateKey, sealed: changed }))).toBe("OPEN_FAILED")
      }),
      { numRuns: 200 }
    )
  })

  it("throws the same error for every malformed sealed value (K10)", async () => {
    const { enc, ciphertext } = await seal({ recipient, plaintext: encodeUtf8("a secret") })
    const malformed = [
      { enc, ciphertext: new Uint8Array() },
      { enc, ciphertext: ciphertext.subarray(0, 15) },
      { enc, ciphertext: ciphertext.subarray(0, -1) },
      { enc, ciphertext: concat(ciphertext, Uint8Array.of(0)) },
      { enc, ciphertext: new Uint8Array(1_048_576) },
      { enc: new Uint8Array(), ciphertext },
      { enc: enc.subarray(0, 64), ciphertext },
      { enc: compressedBytes(recipient), ciphertext },
      { enc: new Uint8Array(65), ciphertext },
      { enc: withByte(enc, 0, 0x02), ciphertext },
      { enc: concat(Uint8Array.of(4), new Uint8Array(64)), ciphertext },
      { enc: concat(Uint8Array.of(4), new Uint8Array(64).fill(255)), ciphertext },
      { enc: uncompressedBytes(recipient), ciphertext }
    ]
    for (const sealed of malformed) {
      expect(await codeOfAsync(() => open({ recipientPrivateKey, sealed }))).toBe("OPEN_FAILED")
    }
  })

  it("opens only for the recipient, and reports an invalid scalar", async () => {
    const sealed = await seal({ recipient, plaintext: encodeUtf8("a secret") })
    expect(await codeOfAsync(() => open({ recipientPrivateKey: scalar(0x23), sealed }))).toBe("OPEN_FAILED")
    expect(await codeOfAsync(() => open({ recipientPrivateKey: scalar(0), sealed }))).toBe("SCALAR_INVALID")
    expect(await codeOfAsync(() => open({ recipientPrivateKey: scalar(0xff), sealed }))).toBe("SCALAR_INVALID")
    const ephemeralPrivateKey = new Uint8Array(31)
    expect(await codeOfAsync(() => seal({ recipient, plaintext: scalar(1), ephemeralPrivateKey }))).toBe(
      "SCALAR_INVALID"
    )
  })
})

describe("HPKE in JavaScript (GU3)", () => {
  const { open: opens, seal: seals } = portableHpke(gcm)

  it("seals the bytes of WebCrypto with the same keys, and each opens what the other sealed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), fc.integer({ min: 1, max: 254 }), async (plaintext, byte) => {
        const fixed = { recipient, plaintext, ephemeralPrivateKey: scalar(byte) }
        expect(await seals(fixed)).toEqual(await seal(fixed))
        expect(await open({ recipientPrivateKey, sealed: await seals({ recipient, plaintext }) })).toEqual(plaintext)
        expect(await opens({ recipientPrivateKey, sealed: await seal({ recipient, plaintext }) })).toEqual(plaintext)
      }),
      { numRuns: 30 }
    )
  })

  it("opens what it sealed", async () => {
    const { open, seal } = portableHpke(gcm)
    const sealed = await seal({ recipient, plaintext: encodeUtf8("text") })
    expect(await open({ recipientPrivateKey, sealed })).toEqual(encodeUtf8("text"))
  })

  it("seals nothing without a secure random source", async () => {
    vi.stubGlobal("crypto", undefined)
    try {
      await expect(seals({ recipient, plaintext: scalar(1) })).rejects.toThrow("crypto.getRandomValues must be defined")
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it("reports whether messages can be sealed", () => {
    vi.stubGlobal("crypto", {})
    try {
      expect(canSeal()).toBe(false)
      useHpke(portableHpke(gcm))
      expect(canSeal()).toBe(true)
    } finally {
      vi.unstubAllGlobals()
    }
    useHpke(undefined)
    expect(canSeal()).toBe(true)
  })
})

describe.each(implementations)("a sealed session key with %s", (_, replacement) => {
  beforeEach(() => useHpke(replacement))

  it("is about 115 characters and round-trips", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 254 }), async (byte) => {
        const text = await sealSessionSigningKey({ privateKey: scalar(byte), recipient })
        expect(text).toMatch(/^[1-9A-HJ-NP-Za-km-z]{110,118}$/u)
        expect(await openSessionSigningKey(text, recipientPrivateKey)).toEqual(scalar(byte))
        expect(encodeSessionSigningKey(decodeSessionSigningKey(text))).toBe(text)
      }),
      { numRuns: 20 }
    )
  })

  it("cannot be created from anything but a scalar", async () => {
    for (const privateKey of [new Uint8Array(31).fill(1), new Uint8Array(33).fill(1), scalar(0), scalar(0xff)]) {
      expect(await codeOfAsync(() => sealSessionSigningKey({ privateKey, recipient }))).toBe("SCALAR_INVALID")
    }
    const sealed = await seal({ recipient, plaintext: new Uint8Array(31) })
    expect(codeOf(() => encodeSessionSigningKey(sealed))).toBe("BUNDLE_MALFORMED")
    const noPoint = { enc: new Uint8Array(65), ciphertext: new Uint8Array(48) }
    expect(codeOf(() => encodeSessionSigningKey(noPoint))).toBe("BUNDLE_MALFORMED")
    const noScalar = encodeSessionSigningKey(await seal({ recipient, plaintext: scalar(0) }))
    expect(await codeOfAsync(() => openSessionSigningKey(noScalar, recipientPrivateKey))).toBe("OPEN_FAILED")
  })

  it("rejects a changed payload even when its checksum is right", async () => {
    const payload = bs58check.decode(await sealSessionSigningKey({ privateKey: scalar(3), recipient }))
    await fc.assert(
      fc.asyncProperty(fc.nat(80), mask, async (at, bits) => {
        const text = bs58check.encode(withByte(payload, at, bits))
        const code = await codeOfAsync(() => openSessionSigningKey(text, recipientPrivateKey))
        expect(["BUNDLE_MALFORMED", "OPEN_FAILED"]).toContain(code)
      }),
      { numRuns: 100 }
    )
  })

  it("decodes what the library of base58 encodes, whatever its bytes", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 48, maxLength: 48 }),
        fc.integer({ min: 1, max: 254 }),
        (ciphertext, byte) => {
          const key = publicKeyOf(scalar(byte))
          const sealed = { enc: uncompressedBytes(key), ciphertext }
          expect(decodeSessionSigningKey(encodeSessionSigningKey(sealed))).toEqual(sealed)
          expect(decodeSessionSigningKey(bs58check.encode(concat(compressedBytes(key), ciphertext)))).toEqual(sealed)
        }
      ),
      { numRuns: 100 }
    )
    for (const zeros of [1, 2, 81]) {
      const text = bs58check.encode(new Uint8Array(81).fill(3, zeros))
      expect(text).toMatch(/^1/u)
      expect(codeOf(() => decodeSessionSigningKey(text))).toBe("BUNDLE_MALFORMED")
    }
  })

  it("rejects every change of one symbol by its checksum", async () => {
    const text = await sealSessionSigningKey({ privateKey: scalar(3), recipient })
    for (const at of [0, 1, 57, text.length - 1]) {
      for (const symbol of ["1", "z", "0", "l", " ", "é", ""]) {
        if (text.charAt(at) === symbol) continue
        const changed = text.slice(0, at) + symbol + text.slice(at + 1)
        expect(codeOf(() => decodeSessionSigningKey(changed))).toBe("BUNDLE_MALFORMED")
      }
    }
  })

  it.each([
    ["nothing", ""],
    ["one symbol", "1"],
    ["33 bytes and no ciphertext", bs58check.encode(compressedBytes(recipient))],
    ["82 bytes", bs58check.encode(concat(compressedBytes(recipient), new Uint8Array(49)))],
    ["80 bytes", bs58check.encode(concat(compressedBytes(recipient), new Uint8Array(47)))],
    ["a point off the curve", bs58check.encode(concat(Uint8Array.of(2), scalar(0).fill(7, 31), new Uint8Array(48)))],
    ["an uncompressed prefix", bs58check.encode(concat(Uint8Array.of(4), scalar(1), new Uint8Array(48)))],
    ["a line feed at the end", `${bs58check.encode(concat(compressedBytes(recipient), new Uint8Array(48)))}\n`]
  ])("rejects %s", (_, text) => {
    expect(codeOf(() => decodeSessionSigningKey(text))).toBe("BUNDLE_MALFORMED")
  })

  it("rejects more than 512 characters before decoding, whose cost is quadratic (K15, F11, FS28)", () => {
    const least = (text: string): number =>
      leastMillis(() => expect(codeOf(() => decodeSessionSigningKey(text))).toBe("BUNDLE_MALFORMED"))
    const decoded = least("z".repeat(512))
    for (const length of [513, 200_000]) expect(least("z".repeat(length)) / decoded).toBeLessThan(0.5)
    expect(codeOf(() => decodeSessionSigningKey("2".repeat(513)))).toBe("BUNDLE_MALFORMED")
  })
})
