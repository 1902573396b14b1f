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
const bytes = (count: number): Effect.Effect<Uint8Array> => Effect.sync(() => randomFillSync(new Uint8Array(count)))

/** Chance from the operating system, by way of OpenSSL. */
export const nodeSecrets: Layer.Layer<Secrets> = Layer.succeed(
  Secrets,
  Secrets.of({ bytes, code: (length, alphabet) => codeOf(bytes, length, alphabet) })
)

/** The ports of cryptography that need no key of the host's: signatures, seals and chance. */
export const nodeCrypto = Layer.mergeAll(nodeSignatures, nodeSeals, nodeSecrets)
