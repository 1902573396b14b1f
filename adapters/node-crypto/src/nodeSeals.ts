import { SealBroken, Seals } from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import { fromComputedPoint, type Sealed } from "@countersign/wire"
import { freshPair, open, pairOf, seal } from "./hpke.ts"
import { nodeSecrets, nodeSignatures } from "./nodeSignatures.ts"

/** Seals and opens natively, byte for byte like the portable implementation. */
export const nodeSeals: Layer.Layer<Seals> = Layer.succeed(
  Seals,
  Seals.of({
    generate: Effect.sync(() => {
      const pair = freshPair()
      return { privateKey: scalarBytes(pair.getPrivateKey()), publicKey: fromComputedPoint(pair.getPublicKey()) }
    }),
    seal: ({ plaintext, recipient }) => Effect.sync(() => seal(recipient, plaintext)),
    open: ({ recipientPrivateKey, sealed }) =>
      Effect.try({ try: () => openWith(recipientPrivateKey, sealed), catch: () => new SealBroken() })
  })
)

/** The cryptographic ports that need no key of the host: signatures, seals and secrets. */
export const nodeCrypto = Layer.mergeAll(nodeSignatures, nodeSeals, nodeSecrets)

/** The 32 bytes of a scalar. Node's ECDH omits leading zeros: one key in 256 has fewer bytes. */
export const scalarBytes = (scalar: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(32)
  bytes.set(scalar, bytes.length - scalar.length)
  return bytes
}

const openWith = (privateKey: Uint8Array, sealed: Sealed): Uint8Array => {
  // Node reads a shorter scalar as a smaller number; the wire package rejects it.
  if (privateKey.length !== 32) throw new Error("seals: a private key is 32 bytes")
  return open(pairOf(privateKey), sealed)
}
