import { randomFillSync, verify } from "node:crypto"
import { codeOf, Secrets, Signatures } from "@countersign/core"
import { isDerSignature } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { importPublicKey } from "./keys.ts"
import { nodeSeals } from "./nodeSeals.ts"

/** Verifies as the portable implementation does, to the same answer, and some ten times faster. */
export const nodeSignatures: Layer.Layer<Signatures> = Layer.succeed(
  Signatures,
  Signatures.of({
    verify: ({ message, publicKey, signature }) =>
      Effect.sync(
        () =>
          // OpenSSL reads some encodings that are not DER; here as in the portable implementation they are no signature.
          isDerSignature(signature) &&
          // FIPS 186-5 section 6.4.2. OpenSSL takes either half of S, and reads DER where it is not told otherwise.
          verify("sha256", message, importPublicKey(publicKey), signature)
      )
  })
)

// Synchronous: the few bytes asked for take less time than a trip through the thread pool.
const fresh = (count: number): Uint8Array => randomFillSync(new Uint8Array(count))

const bytes = (count: number): Effect.Effect<Uint8Array> =>
  Effect.sync(() => (count === OF_AN_ID ? pooled(count) : fresh(count)))

/** The random bytes of a new id, which is public. Keys, codes and nonces are never drawn ahead. */
const OF_AN_ID = 10
const pool = new Uint8Array(512 * OF_AN_ID)
let taken = pool.length

const pooled = (count: number): Uint8Array => {
  if (taken === pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += count
  return pool.slice(taken - count, taken)
}

/** Chance from the operating system, by way of OpenSSL. */
export const nodeSecrets: Layer.Layer<Secrets> = Layer.succeed(
  Secrets,
  Secrets.of({
    bytes,
    code: (length, alphabet) => codeOf((count) => Effect.sync(() => fresh(count)), length, alphabet)
  })
)

/** The ports of cryptography that need no key of the host's: signatures, seals and chance. */
export const nodeCrypto = Layer.mergeAll(nodeSignatures, nodeSeals, nodeSecrets)
