import { verifySignature } from "@simplewebauthn/server/helpers"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { algorithmOf } from "../src/coseKey.ts"
import { isSigned } from "../src/isSigned.ts"
import { type Alg, makeKeys } from "./keys.ts"

const authenticatorData = Uint8Array.from({ length: 37 }, (_, at) => at)
const clientDataHash = new Uint8Array(32).fill(7)
const data = Uint8Array.of(...authenticatorData, ...clientDataHash)
const algorithms: ReadonlyArray<Alg> = ["ES256", "EdDSA", "RS256"]

const ours = (publicKey: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>) => {
  const algorithm = algorithmOf(publicKey)
  if (algorithm === undefined) throw new Error("not a key of a passkey")
  return Effect.runPromise(isSigned({ algorithm, publicKey, signature, authenticatorData, clientDataHash }))
}

const theirs = async (credentialPublicKey: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>) => {
  try {
    return await verifySignature({ credentialPublicKey, data, signature })
  } catch {
    return false
  }
}

describe.each(algorithms)("a signature of %s", (algorithm) => {
  it("is judged as the library of WebAuthn judges it, right or of another key", async () => {
    const publicKey = makeKeys(algorithm).publicKey.slice()
    const keys = makeKeys(algorithm)
    for (const key of [publicKey, keys.publicKey.slice()]) {
      const signature = keys.sign(data).slice()
      expect(await ours(key, signature)).toBe(key !== publicKey)
      expect(await theirs(key, signature)).toBe(key !== publicKey)
    }
  })

  // The library reads looser DER than section 6.5.5 of WebAuthn asks for, so only ours is held to it.
  it("is refused with any of its bytes changed", async () => {
    const keys = makeKeys(algorithm)
    const signature = keys.sign(data).slice()
    for (let at = 0; at < signature.length; at += algorithm === "RS256" ? 16 : 1) {
      const changed = signature.with(at, (signature[at] ?? 0) ^ 1)
      expect([at, await ours(keys.publicKey.slice(), changed)]).toEqual([at, false])
    }
  })
})
