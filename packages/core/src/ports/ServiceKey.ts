import type { PublicKey } from "@countersign/wire"
import { Context, type Effect } from "effect"

/**
 * The P-256 key this service signs bundles and verification tokens with. Clients pin its public half. While it is replaced
 * the others are told beside it, so that who pins or verifies knows them before they sign, and for a while after.
 */
export class ServiceKey extends Context.Service<
  ServiceKey,
  {
    readonly publicKey: PublicKey
    readonly kid: string
    /** Those of all keys, the one that signs first. */
    readonly publicKeys: readonly [PublicKey, ...PublicKey[]]
    /** An ASN.1 DER signature over SHA-256 of the message. */
    readonly sign: (message: Uint8Array) => Effect.Effect<Uint8Array>
  }
>()("@countersign/core/ports/ServiceKey") {}
