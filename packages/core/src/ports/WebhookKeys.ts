import { Context, type Effect } from "effect"

/** The Ed25519 keys that webhooks are signed with: one, and while they are changed several. */
export class WebhookKeys extends Context.Service<
  WebhookKeys,
  {
    /** 32 bytes each, in the order of {@link sign}. */
    readonly publicKeys: ReadonlyArray<Uint8Array>
    /** One signature of 64 bytes a key. */
    readonly sign: (message: Uint8Array) => Effect.Effect<ReadonlyArray<Uint8Array>>
  }
>()("@countersign/core/ports/WebhookKeys") {}
