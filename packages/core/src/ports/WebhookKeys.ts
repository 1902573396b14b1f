import { Context, type Effect } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"

/**
 * The Ed25519 keys that webhooks are signed with: one, and while they are changed several. Each environment has its own,
 * or what one platform was sent could be sent on to another, and what the sandbox made up to production.
 */
export class WebhookKeys extends Context.Service<
  WebhookKeys,
  {
    /** 32 bytes each, in the order of {@link sign}. */
    readonly publicKeys: (environment: EnvironmentKey) => Effect.Effect<ReadonlyArray<Uint8Array>>
    /** One signature of 64 bytes a key. */
    readonly sign: (environment: EnvironmentKey, message: Uint8Array) => Effect.Effect<ReadonlyArray<Uint8Array>>
  }
>()("@countersign/core/ports/WebhookKeys") {}
