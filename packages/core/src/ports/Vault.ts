import { decodeUtf8, encodeUtf8 } from "@countersign/wire"
import { Context, Effect, Schema } from "effect"
import { plainly } from "../kernel/plain.ts"

/**
 * Keeps secrets that must outlive a request: encrypts them at rest, and makes keyed digests of those that need only be
 * compared. `context` is bound to the ciphertext, so that a value moved to another record does not open. It has one key,
 * and while that is replaced several: the current one seals, and all of them open.
 */
export class Vault extends Context.Service<
  Vault,
  {
    readonly seal: (plaintext: Uint8Array, context: string) => Effect.Effect<string>
    /** Dies when the value was sealed under no key of the vault, or in another context: the store, or a key, is not ours. */
    readonly open: (sealed: string, context: string) => Effect.Effect<Uint8Array>
    /** A keyed digest, 64 lower-case hex characters. Without the key a short code cannot be found from it. */
    readonly digest: (text: string, context: string) => Effect.Effect<string>
    /** The digest under each key, the current one first: what was made under another before it still counts. */
    readonly digests: (text: string, context: string) => Effect.Effect<readonly [string, ...string[]]>
    /** Whether a sealed value is under the current key, so that it needs no other one to be opened. */
    readonly isCurrent: (sealed: string) => Effect.Effect<boolean>
  }
>()("@countersign/core/ports/Vault") {}

/** Keeps values of a schema under the vault's key. What was sealed in another context does not open. */
export const vaulted = <A>(schema: Schema.Codec<A, unknown>) => {
  const encode = plainly(Schema.flip(schema))
  const read = Schema.decodeUnknownEffect(Schema.fromJsonString(schema))
  return {
    seal: Effect.fnUntraced(function* (value: A, context: string) {
      const vault = yield* Vault
      return yield* vault.seal(encodeUtf8(JSON.stringify(encode(value))), context)
    }),
    open: Effect.fnUntraced(function* (sealed: string, context: string) {
      const vault = yield* Vault
      return yield* Effect.orDie(read(decodeUtf8(yield* vault.open(sealed, context))))
    })
  }
}
