import { randomFillSync, verify } from "node:crypto"
import { codeOf, Secrets, Signatures } from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import { isDerSignature } from "@countersign/wire"
import { importPublicKey } from "./keys.ts"

/** Verifies with the same result as the portable implementation, about 10 times faster. */
export const nodeSignatures: Layer.Layer<Signatures> = Layer.succeed(
  Signatures,
  Signatures.of({
    verify: ({ message, publicKey, signature }) =>
      Effect.sync(
        () =>
          // OpenSSL accepts some encodings that are not DER. Like the portable implementation, this rejects them.
          isDerSignature(signature) &&
          // FIPS 186-5 section 6.4.2. OpenSSL accepts both halves of S, and reads DER by default.
          verify("sha256", message, importPublicKey(publicKey), signature)
      )
  })
)

// Synchronous: generating a few bytes takes less time than a trip through the thread pool.
const randomBytes = (count: number): Uint8Array => randomFillSync(new Uint8Array(count))

const bytes = (count: number): Effect.Effect<Uint8Array> =>
  Effect.sync(() => (count === OF_AN_ID ? pooled(count) : randomBytes(count)))

/** The number of random bytes of an id. Ids are public; keys, codes and nonces are never generated ahead. */
const OF_AN_ID = 10

const pool = new Uint8Array(512 * OF_AN_ID)

let used = pool.length

const pooled = (count: number): Uint8Array => {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return pool.slice(used - count, used)
}

/** Random bytes from the operating system, through OpenSSL. */
export const nodeSecrets: Layer.Layer<Secrets> = Layer.succeed(
  Secrets,
  Secrets.of({
    bytes,
    code: (length, alphabet) => codeOf((count) => Effect.sync(() => randomBytes(count)), length, alphabet)
  })
)
