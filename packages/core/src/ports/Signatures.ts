import { type PublicKey, verifyP256 } from "@countersign/wire"
import { Context, Effect, Layer } from "effect"

/**
 * Verifies P-256 signatures over SHA-256. Both values of S are accepted, because common signers do not normalise it.
 */
export class Signatures extends Context.Service<
  Signatures,
  {
    readonly verify: (input: {
      readonly message: Uint8Array
      /** ASN.1 DER. */
      readonly signature: Uint8Array
      readonly publicKey: PublicKey
    }) => Effect.Effect<boolean>
  }
>()("@countersign/core/ports/Signatures") {}

/** The portable implementation. Hosts on Node should use the native one, which is about thirty times faster. */
export const portableSignatures = Layer.succeed(
  Signatures,
  Signatures.of({
    verify: ({ message, publicKey, signature }) => Effect.sync(() => verifyP256(message, signature, publicKey))
  })
)
