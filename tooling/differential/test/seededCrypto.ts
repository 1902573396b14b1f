import { codeOf, SealBroken, Seals, Secrets, ServiceKey, Signatures } from "@countersign/core/internal"
import { open, publicKeyOf, seal, signP256, verifyP256, WireError } from "@countersign/wire"
import { Effect, Layer } from "effect"
import * as native from "../../../adapters/node-crypto/src/hpke.ts"
import { nodeSeals } from "../../../adapters/node-crypto/src/hpke.ts"
import { nodeSignatures } from "../../../adapters/node-crypto/src/nodeSignatures.ts"
import { purposeKeys } from "../../../adapters/node-crypto/src/purposeKeys.ts"
import { draw } from "../src/Recording.ts"

/** The cryptography of the services that are created from now on. */
export type Side = "native" | "portable"
let side: Side = "native"
export const runOn = (chosen: Side): void => {
  side = chosen
}

/** The private keys that were generated for sessions and codes since the last reset. */
export const mintedKeys: Array<Uint8Array> = []

/** A scalar is 32 bytes above zero and below the order of the curve. Nearly all 32-byte values are. */
const scalar = (): Uint8Array => {
  const bytes = draw(32)
  bytes[0] = 1
  return bytes
}

const bytes = (count: number) => Effect.sync(() => draw(count))
const seededSecrets = Layer.succeed(
  Secrets,
  Secrets.of({ bytes, code: (length, alphabet) => codeOf(bytes, length, alphabet) })
)

/** Seals with deterministic ephemeral keys, so that the output is the same each time. */
const sealing = {
  native: (input: { readonly recipient: Parameters<typeof native.seal>[0]; readonly plaintext: Uint8Array }) =>
    Effect.sync(() => native.seal(input.recipient, input.plaintext, native.pairOf(scalar()))),
  portable: (input: { readonly recipient: Parameters<typeof native.seal>[0]; readonly plaintext: Uint8Array }) =>
    Effect.suspend(() => {
      const ephemeralPrivateKey = scalar()
      return Effect.promise(() => seal({ ...input, ephemeralPrivateKey }))
    })
}

/** The operations of the wire package, which clients have. */
const portableOpen: Seals["Service"]["open"] = (input) =>
  Effect.catchDefect(
    Effect.promise(() => open(input)),
    (cause) => (cause instanceof WireError ? Effect.fail(new SealBroken()) : Effect.die(cause))
  )
export const portableSignatures = Layer.succeed(
  Signatures,
  Signatures.of({
    verify: ({ message, publicKey, signature }) => Effect.sync(() => verifyP256(message, signature, publicKey))
  })
)

const seededSeals = (chosen: Side) =>
  Layer.effect(
    Seals,
    Effect.map(Seals, (native) =>
      Seals.of({
        open: chosen === "native" ? native.open : portableOpen,
        seal: sealing[chosen],
        generate: Effect.sync(() => {
          const privateKey = scalar()
          // A copy, because the service zeroes its own, and a search for zeros would be useless.
          mintedKeys.push(Uint8Array.from(privateKey))
          return { privateKey, publicKey: publicKeyOf(privateKey) }
        })
      })
    )
  ).pipe(Layer.provide(nodeSeals))

/** The signatures of the chosen side. They verify passkeys as well as stamps. */
export const chosenSignatures: Layer.Layer<Signatures> = Layer.suspend(() =>
  side === "native" ? nodeSignatures : portableSignatures
)

/** The ports of `@countersign/node-crypto`: seeded randomness with the cryptography of the chosen side. */
export { chosenSignatures as nodeSignatures, seeded as nodeSeals, seededSecrets as nodeSecrets }

const seeded = Layer.suspend(() => seededSeals(side))
export const nodeCrypto = Layer.mergeAll(chosenSignatures, seeded, seededSecrets)

// All else of the package, which a seed does not change. Its index is what this module replaces.
export * from "../../../adapters/node-crypto/src/apiTokens.ts"
export * from "../../../adapters/node-crypto/src/keys.ts"
export * from "../../../adapters/node-crypto/src/nodeServiceKey.ts"
export * from "../../../adapters/node-crypto/src/nodeVault.ts"
export * from "../../../adapters/node-crypto/src/purposeKeys.ts"

/** Replaces `nodeServiceKey`: RFC 6979 returns the same signature for the same bytes, which OpenSSL does not. */
export const nodeServiceKey = (keys: Uint8Array | ReadonlyArray<Uint8Array>): Layer.Layer<ServiceKey> => {
  const [first, ...others] = keys instanceof Uint8Array ? [keys] : keys
  if (first === undefined) throw new Error("seededCrypto: there is no service key")
  const signerOf = (privateKey: Uint8Array) => (message: Uint8Array) => signP256(message, privateKey)
  return Layer.succeed(ServiceKey, ServiceKey.of(purposeKeys([first, ...others], signerOf)))
}
