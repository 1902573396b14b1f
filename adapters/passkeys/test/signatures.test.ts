import { Signatures } from "@countersign/core"
import { type Alg, makeKeys } from "@countersign/harness/passkeys/authenticator"
import { verifyP256 } from "@countersign/wire"
import { verifySignature } from "@simplewebauthn/server/helpers"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { verifierOf } from "../src/verifier.ts"
import { webSignatures } from "./webSignatures.ts"

const authenticatorData = Uint8Array.from({ length: 37 }, (_, at) => at)
const clientDataHash = new Uint8Array(32).fill(7)
const data = Uint8Array.of(...authenticatorData, ...clientDataHash)
const algorithms: ReadonlyArray<Alg> = ["ES256", "EdDSA", "RS256"]

const wireSignatures = Layer.succeed(
  Signatures,
  Signatures.of({
    verify: ({ message, publicKey, signature }) => Effect.sync(() => verifyP256(message, signature, publicKey))
  })
)
const ports = [
  ["of the wire package", wireSignatures],
  ["of WebCrypto", webSignatures]
] as const
type Port = (typeof ports)[number][1]

const ours = (port: Port, publicKey: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>) =>
  Effect.gen(function* () {
    const verifier = verifierOf(yield* Signatures, publicKey)
    if (verifier === undefined) throw new Error("not a key of a passkey")
    return yield* verifier.isSigned({ signature, authenticatorData, clientDataHash })
  }).pipe(Effect.provide(port), Effect.runPromise)

const theirs = async (credentialPublicKey: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>) => {
  try {
    return await verifySignature({ credentialPublicKey, data, signature })
  } catch {
    return false
  }
}

describe.each(algorithms)("a signature of %s", (algorithm) => {
  it.each(ports)(
    "has the same result as in the WebAuthn library, valid or of another key, over Signatures %s",
    async (_, port) => {
      const publicKey = makeKeys(algorithm).publicKey.slice()
      const keys = makeKeys(algorithm)
      for (const key of [publicKey, keys.publicKey.slice()]) {
        const signature = keys.sign(data).slice()
        expect(await ours(port, key, signature)).toBe(key !== publicKey)
        expect(await theirs(key, signature)).toBe(key !== publicKey)
      }
    }
  )

  // The library accepts looser DER than section 6.5.5 of WebAuthn allows, so only this adapter is tested with it.
  it("is rejected with any of its bytes changed", async () => {
    const keys = makeKeys(algorithm)
    const signature = keys.sign(data).slice()
    for (let at = 0; at < signature.length; at += algorithm === "RS256" ? 16 : 1) {
      const changed = signature.with(at, (signature[at] ?? 0) ^ 1)
      expect([at, await ours(webSignatures, keys.publicKey.slice(), changed)]).toEqual([at, false])
    }
  })
})
