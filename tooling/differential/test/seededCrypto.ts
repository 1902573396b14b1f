import {
  codeOf,
  portableSeals,
  portableSignatures,
  Seals,
  Secrets,
  ServiceKey,
  type Signatures
} from "@countersign/core/internal"
import { publicKeyOf, seal, signP256 } from "@countersign/wire"
import { Effect, Layer } from "effect"
import * as native from "../../../adapters/node-crypto/src/hpke.ts"
import { nodeSignatures } from "../../../adapters/node-crypto/src/nodeCrypto.ts"
import { nodeSeals } from "../../../adapters/node-crypto/src/nodeSeals.ts"
import { purposeKeys } from "../../../adapters/node-crypto/src/purposeKeys.ts"
import { draw } from "../src/Recording.ts"

/** Whose cryptography a service runs on that is made from now on. */
export type Side = "native" | "portable"
let side: Side = "native"
export const runOn = (chosen: Side): void => {
  side = chosen
}

/** The private keys that were made for sessions and codes since the last look. */
export const mintedKeys: Array<Uint8Array> = []

/** A scalar is 32 bytes above zero and below the order of the curve, as nearly all are. */
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

/** Seals as the side does, to the same bytes each time: its ephemeral keys are drawn too. */
const sealing = {
  native: (input: { readonly recipient: Parameters<typeof native.seal>[0]; readonly plaintext: Uint8Array }) =>
    Effect.sync(() => native.seal(input.recipient, input.plaintext, native.pairOf(scalar()))),
  portable: (input: { readonly recipient: Parameters<typeof native.seal>[0]; readonly plaintext: Uint8Array }) =>
    Effect.suspend(() => {
      const ephemeralPrivateKey = scalar()
      return Effect.promise(() => seal({ ...input, ephemeralPrivateKey }))
    })
}

const seededSeals = (chosen: Side) =>
  Layer.effect(
    Seals,
    Effect.map(Seals, ({ open }) =>
      Seals.of({
        open,
        seal: sealing[chosen],
        generate: Effect.sync(() => {
          const privateKey = scalar()
          // A copy: the service wipes its own, and zeros would be looked for.
          mintedKeys.push(Uint8Array.from(privateKey))
          return { privateKey, publicKey: publicKeyOf(privateKey) }
        })
      })
    )
  ).pipe(Layer.provide(chosen === "native" ? nodeSeals : portableSeals.pipe(Layer.provide(seededSecrets))))

/** The signatures of a side: the passkeys of a service are judged by them as well as its stamps. */
export const chosenSignatures: Layer.Layer<Signatures> = Layer.suspend(() =>
  side === "native" ? nodeSignatures : portableSignatures
)

/** In the place of `nodeCrypto`: chance that a call repeats, under the cryptography of the side. */
export const nodeCrypto = Layer.suspend(() => Layer.mergeAll(chosenSignatures, seededSeals(side), seededSecrets))

/** Replaces `nodeServiceKey`: RFC 6979 returns the same signature for the same bytes, which OpenSSL does not. */
export const nodeServiceKey = (keys: Uint8Array | ReadonlyArray<Uint8Array>): Layer.Layer<ServiceKey> => {
  const [first, ...others] = keys instanceof Uint8Array ? [keys] : keys
  if (first === undefined) throw new Error("seededCrypto: there is no service key")
  const signerOf = (privateKey: Uint8Array) => (message: Uint8Array) => signP256(message, privateKey)
  return Layer.succeed(ServiceKey, ServiceKey.of(purposeKeys([first, ...others], signerOf)))
}
