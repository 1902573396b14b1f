import { Context, type Effect } from "effect"

/**
 * Keeps secrets that must outlive a request: encrypts them at rest, and makes keyed digests of those that need only be
 * compared. `context` is bound to the ciphertext, so that a value moved to another record does not open.
 */
export class Vault extends Context.Service<
  Vault,
  {
    readonly seal: (plaintext: Uint8Array, context: string) => Effect.Effect<string>
    /** Dies when the value was sealed under another key or context: the store, or the key, is not ours. */
    readonly open: (sealed: string, context: string) => Effect.Effect<Uint8Array>
    /** A keyed digest, 64 lower-case hex characters. Without the key a short code cannot be found from it. */
    readonly digest: (text: string, context: string) => Effect.Effect<string>
  }
>()("@countersign/core/ports/Vault") {}
