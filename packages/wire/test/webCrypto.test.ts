import fc from "fast-check"
import { afterEach, describe, expect, it, vi } from "vitest"
import {
  encodeHex,
  encodeUtf8,
  importPrivateKey,
  isScalar,
  type PublicKey,
  publicKeyOf,
  publicKeyOfAsync,
  sha256Hex,
  sha256HexAsync,
  signP256,
  signP256Async,
  verifyP256,
  verifyP256Async
} from "../src/index.ts"
import { codeOfAsync } from "./codeOf.ts"
import { flipS, isHighS, scalar, withByte } from "./keys.ts"

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const { subtle } = crypto
// @noble/curves blinds a multiplication by a secret with random bytes.
const getRandomValues = crypto.getRandomValues.bind(crypto)

/** Spies on the imports of private keys. `accepts` decides by the length of the PKCS #8, 67 bytes without the point. */
const importing = (accepts: (length: number) => boolean) => {
  const given: Uint8Array[] = []
  const importKey: typeof subtle.importKey = subtle.importKey.bind(subtle)
  vi.spyOn(subtle, "importKey").mockImplementation((...parameters: readonly unknown[]) => {
    const [format, bytes] = parameters
    if (format !== "pkcs8" || !(bytes instanceof Uint8Array)) return Reflect.apply(importKey, subtle, parameters)
    given.push(bytes)
    if (!accepts(bytes.length)) return Promise.reject(new DOMException("", "DataError"))
    return Reflect.apply(importKey, subtle, parameters)
  })
  return given
}

const platforms: ReadonlyArray<readonly [string, () => void]> = [
  ["WebCrypto", () => {}],
  ["a WebCrypto that imports no private key without its point", () => void importing((length) => length > 67)],
  ["no crypto.subtle", () => vi.stubGlobal("crypto", { getRandomValues })]
]

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(isScalar)
const message = fc.uint8Array({ maxLength: 100 })

describe.each(platforms)("with %s", (_, prepare) => {
  it("a scalar has the public key of the synchronous function", async () => {
    prepare()
    const parities = new Set<string>()
    await fc.assert(
      fc.asyncProperty(secret, async (privateKey) => {
        const key = await publicKeyOfAsync(privateKey)
        expect(key).toBe(publicKeyOf(privateKey))
        parities.add(key.slice(0, 2))
      }),
      { numRuns: 60 }
    )
    expect([...parities].toSorted()).toEqual(["02", "03"])
  })

  it("a signature verifies with the synchronous function, and the reverse, with S in either half (K1)", async () => {
    prepare()
    await fc.assert(
      fc.asyncProperty(secret, message, async (privateKey, bytes) => {
        const publicKey = publicKeyOf(privateKey)
        const made = await signP256Async(bytes, { privateKey, publicKey })
        expect(verifyP256(bytes, made, publicKey)).toBe(true)
        for (const signature of [made, flipS(made), signP256(bytes, privateKey)]) {
          expect(await verifyP256Async(bytes, signature, publicKey)).toBe(true)
          expect(await verifyP256Async(Uint8Array.of(...bytes, 0), signature, publicKey)).toBe(false)
        }
      }),
      { numRuns: 15 }
    )
  })

  it("a changed signature is refused as by the synchronous function", async () => {
    prepare()
    const publicKey = publicKeyOf(scalar(0x22))
    const signature = signP256(encodeUtf8("text"), scalar(0x22))
    await fc.assert(
      fc.asyncProperty(fc.nat(signature.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const changed = withByte(signature, at, mask)
        const verdict = verifyP256(encodeUtf8("text"), changed, publicKey)
        expect(await verifyP256Async(encodeUtf8("text"), changed, publicKey)).toBe(verdict)
      }),
      { numRuns: 60 }
    )
  })

  it("bytes that are not a scalar are SCALAR_INVALID, and text without UTF-8 is refused", async () => {
    prepare()
    const publicKey = publicKeyOf(scalar(0x22))
    for (const privateKey of [scalar(0), scalar(0xff), new Uint8Array(31).fill(1), new Uint8Array(33).fill(1)]) {
      expect(await codeOfAsync(() => publicKeyOfAsync(privateKey))).toBe("SCALAR_INVALID")
      expect(await codeOfAsync(() => signP256Async(new Uint8Array(), { privateKey, publicKey }))).toBe("SCALAR_INVALID")
    }
    expect(await codeOfAsync(() => sha256HexAsync("\ud800"))).toBe("UTF8_MALFORMED")
    expect(await sha256HexAsync("text")).toBe(sha256Hex("text"))
  })
})

it("a platform without crypto hashes as the others do", async () => {
  vi.stubGlobal("crypto", undefined)
  expect(await sha256HexAsync("text")).toBe(sha256Hex("text"))
})

describe("a private key in WebCrypto", () => {
  it("is in no string, and its encodings are overwritten after the import", async () => {
    const given = importing(() => true)
    const privateKey = scalar(0x22)
    const publicKey = await publicKeyOfAsync(privateKey)
    await signP256Async(encodeUtf8("text"), { privateKey, publicKey })
    expect(given.map(({ length }) => length)).toEqual([67, 67, 138])
    expect(given.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true)
    expect(encodeHex(privateKey)).toBe("22".repeat(32))
  })

  it("is overwritten when the platform refuses it too", async () => {
    const given = importing(() => false)
    const made: Promise<PublicKey> = publicKeyOfAsync(scalar(0x22))
    expect(await made).toBe(publicKeyOf(scalar(0x22)))
    expect(given.map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true, true])
  })

  it("has its public key from the platform alone", async () => {
    const used = [vi.spyOn(subtle, "deriveBits"), vi.spyOn(subtle, "verify")]
    await publicKeyOfAsync(scalar(0x22))
    expect(used.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  it.each(["ECDSA", "ECDH"] as const)("is not extractable and has one use: %s", async (name) => {
    const key = await importPrivateKey(name, scalar(0x22), publicKeyOf(scalar(0x22)))
    expect([key.extractable, key.type, key.usages]).toEqual([
      false,
      "private",
      [name === "ECDSA" ? "sign" : "deriveBits"]
    ])
  })

  it("signs with S in either half", async () => {
    const pair = { privateKey: scalar(0x22), publicKey: publicKeyOf(scalar(0x22)) }
    const made = await Promise.all(Array.from({ length: 60 }, () => signP256Async(new Uint8Array(), pair)))
    expect(new Set(made.map(isHighS)).size).toBe(2)
  })
})
