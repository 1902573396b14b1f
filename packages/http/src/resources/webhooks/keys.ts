import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { decodeHex, encodeBase64, type PublicKey, uncompressedBytes } from "@countersign/wire"
import { get } from "../endpoint.ts"
import { optional } from "../fields.ts"

const WebhookKeysBody = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      algorithm: Schema.Literals(["ECDSA_P256_SHA256", "ED25519"]),
      header: Schema.String.annotate({ description: "The name of the header whose signatures this key verifies" }),
      publicKeyPem: Schema.String,
      publicKey: optional(Schema.String, "In the format of Standard Webhooks")
    }).annotate({ description: "A public key that verifies webhooks" })
  )
}).annotate({ identifier: "WebhookKeys" })

// RFC 5280 section 4.1.2.7, RFC 5480 section 2.1.1 and RFC 8410 section 4: the DER prefixes of the public keys.
const P256 = decodeHex("3059301306072a8648ce3d020106082a8648ce3d030107034200")
const ED25519 = decodeHex("302a300506032b6570032100")

/** RFC 7468 section 13. */
const pem = (head: Uint8Array, key: Uint8Array): string => {
  const lines = encodeBase64(Uint8Array.of(...head, ...key)).match(/.{1,64}/gu) ?? []
  return ["-----BEGIN PUBLIC KEY-----", ...lines, "-----END PUBLIC KEY-----", ""].join("\n")
}

/** A P-256 key as SPKI. */
export const p256Pem = (key: PublicKey): string => pem(P256, uncompressedBytes(key))

export const readWebhookKeys = get("readWebhookKeys", "/webhooks/keys", {
  summary: "Read the webhook verification keys",
  description: "Returns the keys of the API token's environment; several while a key is being rotated.",
  success: WebhookKeysBody,
  handle: Effect.fnUntraced(function* () {
    const keys = yield* core.WebhookKeys
    const environment = core.environmentKey(yield* core.CurrentEnvironment)
    const { publicKeys } = (yield* core.ServiceKey).webhooks(environment)
    const { signatureHeader: header } = yield* core.WebhookSettings
    const p256 = publicKeys.map((key) => {
      const algorithm = "ECDSA_P256_SHA256" as const
      return { algorithm, header, publicKeyPem: p256Pem(key) }
    })
    const ed25519 = (yield* keys.publicKeys(environment)).map((key) => {
      const publicKey = `whpk_${encodeBase64(key)}`
      return { algorithm: "ED25519" as const, header: "webhook-signature", publicKeyPem: pem(ED25519, key), publicKey }
    })
    return { data: [...p256, ...ed25519] }
  })
})

export const readWebhookSecret = get("readWebhookSecret", "/webhooks/secret", {
  summary: "Read the secret of v1 signatures",
  description:
    "For receivers that verify the symmetric signature of Standard Webhooks. The secret can also forge signatures, so prefer the public keys.",
  tokenAlone: {
    achieves: "Reads the symmetric webhook secret.",
    because:
      "The holder of the webhook secret can forge an event to the platform, so use the asymmetric signature. An event authorises nothing here."
  },
  scope: "MANAGE",
  success: Schema.Struct({ secret: Schema.String }).annotate({ identifier: "WebhookSecret" }),
  handle: Effect.fnUntraced(function* () {
    const environment = core.environmentKey(yield* core.CurrentEnvironment)
    return { secret: `whsec_${encodeBase64(yield* core.webhookSecret(environment))}` }
  })
})
