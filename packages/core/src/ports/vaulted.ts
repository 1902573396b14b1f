import { decodeUtf8, encodeUtf8 } from "@countersign/wire"
import { Effect, Schema } from "effect"
import { Vault } from "./Vault.ts"

/** Keeps values of a schema under the vault's key. What was sealed in another context does not open. */
export const vaulted = <A>(schema: Schema.Codec<A, unknown>) => {
  const text = Schema.fromJsonString(schema)
  const write = Schema.encodeEffect(text)
  const read = Schema.decodeUnknownEffect(text)
  return {
    seal: Effect.fnUntraced(function* (value: A, context: string) {
      const vault = yield* Vault
      return yield* vault.seal(encodeUtf8(yield* Effect.orDie(write(value))), context)
    }),
    open: Effect.fnUntraced(function* (sealed: string, context: string) {
      const vault = yield* Vault
      return yield* Effect.orDie(read(decodeUtf8(yield* vault.open(sealed, context))))
    })
  }
}
