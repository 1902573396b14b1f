import type { PublicKey } from "@countersign/wire"
import { Context, type Effect } from "effect"

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
