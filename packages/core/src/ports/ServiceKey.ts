import type { PublicKey } from "@countersign/wire"
import { Context, type Effect } from "effect"

/** The P-256 key this service signs bundles and verification tokens with. Clients pin its public half. */
export class ServiceKey extends Context.Service<
  ServiceKey,
  {
    readonly publicKey: PublicKey
    readonly kid: string
    /** An ASN.1 DER signature over SHA-256 of the message. */
    readonly sign: (message: Uint8Array) => Effect.Effect<Uint8Array>
  }
>()("@countersign/core/ports/ServiceKey") {}
