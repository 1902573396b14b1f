import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { uncompressedHex } from "@countersign/wire"
import { get } from "../endpoint.ts"
import { p256Pem } from "../webhooks/keys.ts"

const VerificationKeysBody = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      algorithm: Schema.Literal("ES256"),
      publicKey: Schema.String.annotate({ description: "An uncompressed point: 130 lower-case hex characters" }),
      publicKeyPem: Schema.String
    }).annotate({ description: "A public key that verifies verification tokens" })
  )
}).annotate({ identifier: "VerificationKeys" })

export const readVerificationKeys = get("readVerificationKeys", "/auth/keys", {
  ofUser: "none",
  summary: "Read the keys of verification tokens",
  description:
    "Returns the keys that verify the verificationToken of a login by code; several while a key is being rotated. publicKey is an uncompressed point in hex, which clients of the token's format take as the signer.",
  success: VerificationKeysBody,
  handle: () =>
    Effect.map(core.ServiceKey, ({ verificationTokens: { publicKeys } }) => ({
      data: publicKeys.map((key) => ({
        algorithm: "ES256" as const,
        publicKey: uncompressedHex(key),
        publicKeyPem: p256Pem(key)
      }))
    }))
})
