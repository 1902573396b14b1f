import { createPrivateKey, createPublicKey, hkdfSync, sign } from "node:crypto"
import { WebhookKeys } from "@countersign/core"
import { decodeBase64Url } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { ConfigurationRefused } from "./ConfigurationRefused.ts"

/**
 * Ed25519 keys that sign webhooks, from seeds of 32 bytes (RFC 8032 section 5.1.5). All of them sign: to change a key,
 * put the new one beside it, and take the old one away when every receiver has the new.
 *
 * Throws {@link ConfigurationRefused} for no seed, and for one of another length.
 */
export const nodeWebhookKeys = (seeds: ReadonlyArray<Uint8Array>): Layer.Layer<WebhookKeys> => {
  if (seeds.length === 0 || seeds.some(({ length }) => length !== 32)) {
    throw new ConfigurationRefused(
      "A webhook key is 32 random bytes, and there has to be one: `openssl rand -hex 32`, decoded from hex."
    )
  }
  const keys = seeds.map((seed) =>
    createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" })
  )
  return Layer.succeed(
    WebhookKeys,
    WebhookKeys.of({
      publicKeys: keys.map((key) => decodeBase64Url(String(createPublicKey(key).export({ format: "jwk" }).x))),
      sign: (message) => Effect.sync(() => keys.map((key) => new Uint8Array(sign(null, message, key))))
    })
  )
}

/** The seed of the webhook key of a host that gave none: of the vault's key, and of no use for anything else. */
export const webhookSeedOf = (vaultKey: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", vaultKey, "", "countersign/webhooks/v1/ed25519", 32))

// RFC 8410 section 7: what stands before the 32 bytes of an Ed25519 seed.
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex")
