import { describe, expect, it } from "vitest"
import { encodeUtf8, publicKeyOf, sha256, signP256, verifyP256Digest } from "../src/index.ts"
import { flipS } from "./keys.ts"

const [mine, other] = [7, 8].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array]
const message = encodeUtf8("message")
const signature = signP256(message, mine)
const holds = (digest: Uint8Array, der = signature, key = mine) => verifyP256Digest(digest, der, publicKeyOf(key))

describe("a signature over a known digest", () => {
  it("is valid for that digest and that key only", () => {
    expect(holds(sha256(message))).toBe(true)
    expect(holds(sha256(encodeUtf8("massage")))).toBe(false)
    expect(holds(sha256(message), signature, other)).toBe(false)
  })

  it("is not over the digest of the digest", () => {
    expect(holds(sha256(message), signP256(sha256(message), mine))).toBe(false)
  })

  it.each([0, 31, 33])("is invalid for %d bytes, which are not a digest", (length) => {
    const bytes = new Uint8Array(33).fill(1)
    bytes.set(sha256(message))
    expect(holds(bytes.subarray(0, length))).toBe(false)
  })

  it("is valid with S in either half, because common signers do not normalize it", () => {
    expect(flipS(signature)).not.toEqual(signature)
    expect(holds(sha256(message), flipS(signature))).toBe(true)
  })

  it("is false and throws nothing when it is not strict DER", () => {
    expect(holds(sha256(message), new Uint8Array())).toBe(false)
    expect(holds(sha256(message), Uint8Array.of(...signature, 0))).toBe(false)
  })
})
