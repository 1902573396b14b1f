import type { PublicKey, Sealed } from "@countersign/wire"
import { Context, Data, type Effect } from "effect"

/** A sealed value cannot be opened: it was altered, or sealed to another key. The error does not reveal which. */
export class SealBroken extends Data.TaggedError("SealBroken") {}

export interface KeyPair {
  /** 32 bytes, big-endian. */
  readonly privateKey: Uint8Array
  readonly publicKey: PublicKey
}

/** HPKE encryption to a P-256 key and decryption with one, in the profile of the wire package. */
export class Seals extends Context.Service<
  Seals,
  {
    readonly generate: Effect.Effect<KeyPair>
    readonly seal: (input: { readonly recipient: PublicKey; readonly plaintext: Uint8Array }) => Effect.Effect<Sealed>
    readonly open: (input: {
      readonly recipientPrivateKey: Uint8Array
      readonly sealed: Sealed
    }) => Effect.Effect<Uint8Array, SealBroken>
  }
>()("@countersign/core/ports/Seals") {}
