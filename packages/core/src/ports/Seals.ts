import { open, type PublicKey, publicKeyOf, type Sealed, seal, WireError } from "@countersign/wire"
import { Context, Data, Effect, Layer } from "effect"
import { Secrets } from "./Secrets.ts"

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

/** The portable implementation. Its ephemeral keys come from WebCrypto, its long-lived keys from `Secrets`. */
export const portableSeals = Layer.effect(
  Seals,
  Effect.gen(function* () {
    const secrets = yield* Secrets
    return Seals.of({
      generate: freshKeyPair(secrets.bytes),
      seal: (input) => Effect.promise(() => seal(input)),
      open: (input) =>
        Effect.catchDefect(
          Effect.promise(() => open(input)),
          (cause) => (cause instanceof WireError ? Effect.fail(new SealBroken()) : Effect.die(cause))
        )
    })
  })
)

/** About one in 2^32 draws of 32 random bytes is not a valid scalar; then they are drawn again. */
const freshKeyPair = (bytes: (count: number) => Effect.Effect<Uint8Array>): Effect.Effect<KeyPair> =>
  bytes(32).pipe(
    Effect.flatMap((privateKey) => Effect.try(() => ({ privateKey, publicKey: publicKeyOf(privateKey) }))),
    Effect.retry({ times: 3 }),
    Effect.orDie
  )
