import { randomFillSync } from "node:crypto"
import { codeOf, Secrets } from "@countersign/core"
import { Effect, Layer } from "effect"

// Synchronous: the few bytes asked for take less time than a trip through the thread pool.
const bytes = (count: number): Effect.Effect<Uint8Array> => Effect.sync(() => randomFillSync(new Uint8Array(count)))

/** Chance from the operating system, by way of OpenSSL. */
export const nodeSecrets: Layer.Layer<Secrets> = Layer.succeed(
  Secrets,
  Secrets.of({ bytes, code: (length, alphabet) => codeOf(bytes, length, alphabet) })
)
