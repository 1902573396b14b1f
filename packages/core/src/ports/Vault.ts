import { decodeUtf8, encodeUtf8 } from "@countersign/wire"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { environmentKey } from "../model/Environment.ts"
import { Refusal, withCode } from "../model/Refusal.ts"
import { shown } from "../model/text.ts"
import { compiledDecoder } from "../schema/compiledDecoder.ts"
import { withUnknown } from "../store/Collection.ts"
import { CurrentEnvironment } from "./EnvironmentRunner.ts"

/**
 * The key management service gives no key now: it is down, slow or throttled, or it does not know the key. The step that
 * needed the key wrote nothing. A retry before `until` cannot succeed.
 */
export class KeysUnavailable extends Refusal("KeysUnavailable", {
  because: Schema.Literals(["unavailable", "throttled", "unknownKey"]),
  check: Schema.String,
  at: Schema.Number,
  until: Schema.Number
})(withCode("unavailable", "SERVICE_UNAVAILABLE"), {
  reason: "Keys unavailable",
  message:
    "The key management service did not give a key that this call needs. Wait for Retry-After seconds and read the resource before you retry.",
  cause:
    "The key management service of the operator is down, slow or throttled, or a stored value was encrypted with a key that it does not know or has disabled. details.reason names the case.",
  remedy:
    "Retry with backoff. If the error persists, check the key management service, the permissions of the node on its key, and `npx @countersign/cli doctor`."
}) {}

/**
 * Encrypts secrets at rest, and computes keyed digests of values that only need comparison. `context` is authenticated
 * with the ciphertext, so a value moved to another record does not decrypt. During a key rotation the vault has several
 * keys: the current one encrypts, and all of them decrypt.
 */
export class Vault extends Context.Service<
  Vault,
  {
    readonly seal: (plaintext: Uint8Array, context: string) => Effect.Effect<string, KeysUnavailable>
    /**
     * Dies if the value was encrypted with an unknown key or in another context: the store or a key belongs to another
     * installation. A vault over a key management service fails if that service does not give the key.
     */
    readonly open: (sealed: string, context: string) => Effect.Effect<Uint8Array, KeysUnavailable>
    /** A keyed digest, 64 lower-case hex characters. Without the key, a short code cannot be found by brute force. */
    readonly digest: (text: string, context: string) => Effect.Effect<string, KeysUnavailable>
    /** The digest under each key, the current one first, so that values digested before a rotation still match. */
    readonly digests: (text: string, context: string) => Effect.Effect<readonly [string, ...string[]], KeysUnavailable>
    /**
     * As `seal` and `open`, with a key of 32 random bytes that the caller stores. Deleting the key makes every value
     * unreadable that it encrypted.
     */
    readonly sealWith: (key: Uint8Array, plaintext: Uint8Array, context: string) => Effect.Effect<string>
    readonly openWith: (key: Uint8Array, sealed: string, context: string) => Effect.Effect<Uint8Array>
    /** Returns whether a value is encrypted with the current key. */
    readonly isCurrent: (sealed: string) => Effect.Effect<boolean>
  }
>()("@countersign/core/ports/Vault") {
  /**
   * The vault as every operation uses it: adds the environment of the program to each context, so that a row that is
   * copied to another environment does not decrypt there. A value that an earlier release encrypted has no mark, and
   * decrypts in its own context alone until `resealEnvironment` has encrypted it again.
   */
  static readonly inEnvironments = Layer.effect(
    Vault,
    Effect.map(Vault, (vault) => {
      const here = Effect.map(
        Effect.serviceOption(CurrentEnvironment),
        Option.getOrThrowWith(() => new Error("vault: a value is encrypted or decrypted outside of an environment"))
      )
      const placed = (context: string) => Effect.map(here, (environment) => `${environmentKey(environment)} ${context}`)
      return Vault.of({
        ...vault,
        seal: (plaintext, context) =>
          Effect.flatMap(placed(context), (place) =>
            Effect.map(vault.seal(plaintext, place), (sealed) => PLACED + sealed)
          ),
        open: (sealed, context) =>
          sealed.startsWith(PLACED)
            ? Effect.flatMap(placed(context), (place) => vault.open(sealed.slice(PLACED.length), place))
            : vault.open(sealed, context),
        isCurrent: (sealed) =>
          sealed.startsWith(PLACED) ? vault.isCurrent(sealed.slice(PLACED.length)) : Effect.succeed(false)
      })
    })
  )
}

/** Marks a value whose context has its environment. No base64url text begins with it. */
const PLACED = "~"

/**
 * Encrypts and decrypts values of a schema with the vault, or with a key of the caller. The context is `what` the values
 * are and the id of their record, so a value that is copied into another record does not decrypt.
 */
export const vaulted = <A>(
  what: string,
  schema: Schema.Codec<A, unknown>,
  revive?: (key: string, value: unknown) => unknown
) => {
  const encode = compiledDecoder(Schema.flip(schema))
  const decode = compiledDecoder(schema)
  const text = (encoded: unknown) => encodeUtf8(JSON.stringify(encoded))
  const parsed = (bytes: Uint8Array): Schema.Json => JSON.parse(decodeUtf8(bytes), revive)
  const read = <E>(opened: Effect.Effect<Uint8Array, E>) => Effect.map(opened, (bytes) => decode(parsed(bytes)))
  return {
    seal: (id: string, value: A) => Effect.flatMap(Vault, (vault) => vault.seal(text(encode(value)), `${what} ${id}`)),
    /** Encrypts what replaces `over`, with the members of that which a newer version added (GO4). */
    reseal: Effect.fnUntraced(function* (id: string, value: A, over: string) {
      const vault = yield* Vault
      const body = parsed(yield* vault.open(over, `${what} ${id}`))
      const known = parsed(text(encode(decode(body))))
      return yield* vault.seal(text(withUnknown(parsed(text(encode(value))), known, body)), `${what} ${id}`)
    }),
    open: (id: string, sealed: string) => Effect.flatMap(Vault, (vault) => read(vault.open(sealed, `${what} ${id}`))),
    sealWith: (key: Uint8Array, id: string, value: A) =>
      Effect.flatMap(Vault, (vault) => vault.sealWith(key, text(encode(value)), `${what} ${id}`)),
    openWith: (key: Uint8Array, id: string, sealed: string) =>
      Effect.flatMap(Vault, (vault) => read(vault.openWith(key, sealed, `${what} ${id}`)))
  }
}

/**
 * As {@link vaulted}, for what people wrote: it is validated before it is stored, so what an older version accepted
 * still decodes, and every reader sees it neutralised (I24).
 */
export const vaultedText = <A>(what: string, schema: Schema.Codec<A, unknown>) =>
  vaulted(what, Schema.toType(schema), (_, value) => (typeof value === "string" ? shown(value) : value))
