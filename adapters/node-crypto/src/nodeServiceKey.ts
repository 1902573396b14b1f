import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from "node:crypto"
import { type EnvironmentKey, ServiceKey, WebhookKeys } from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import { ConfigurationRefused } from "@countersign/core/internal"
import { attempt, decodeBase64Url, decodeDerSignature, encodeDerSignature, recent } from "@countersign/wire"
import { importPrivateKey } from "./keys.ts"
import { ORDER, purposeKeys } from "./purposeKeys.ts"

/**
 * The signing keys of the service, from one private scalar of 32 bytes or a list of them. The first signs; the public
 * keys of the others are published as well.
 * Throws {@link ConfigurationRefused} for bytes that are not a private key, and for an empty list.
 */
export const nodeServiceKey = (privateKeys: Uint8Array | ReadonlyArray<Uint8Array>): Layer.Layer<ServiceKey> => {
  const [current, ...others] = privateKeys instanceof Uint8Array ? [privateKeys] : privateKeys
  if (current === undefined) throw new ConfigurationRefused("There is no service key. Give one, or a list of them.")
  const keys = attempt(() => purposeKeys([copied(current), ...others.map(copied)], nativeSigner))
  if (keys === undefined) {
    throw new ConfigurationRefused(
      "The service key is not a P-256 private key. Give 32 random bytes: `openssl rand -hex 32`, decoded from hex."
    )
  }
  return Layer.succeed(ServiceKey, ServiceKey.of(keys))
}

const nativeSigner = (privateKey: Uint8Array) => {
  const key = importPrivateKey(privateKey)
  // DER is the default. The `sign` of Cloudflare Workers rejects a key object inside an object of options.
  return (message: Uint8Array) => withLowS(sign("sha256", message, key))
}

/** Webhook keys are derived when a webhook is signed, and the host may overwrite the bytes it passed in. */
const copied = (key: Uint8Array) => Uint8Array.from(key)

/** OpenSSL signs with either half of S. Some verifiers reject the upper half; (r, n - s) is equally valid. */
const withLowS = (der: Uint8Array): Uint8Array => {
  const { r, s } = decodeDerSignature(der)
  return s > HALF ? encodeDerSignature({ r, s: ORDER - s }) : Uint8Array.from(der)
}

const HALF = ORDER / 2n

/**
 * Ed25519 keys that sign webhooks, derived per environment from seeds of 32 bytes. All seeds sign. To rotate a seed,
 * add the new one, and remove the old one when every receiver has the new key.
 * Throws {@link ConfigurationRefused} for an empty list, and for a seed of another length.
 */
export const nodeWebhookKeys = (seeds: ReadonlyArray<Uint8Array>): Layer.Layer<WebhookKeys> => {
  if (seeds.length === 0 || seeds.some(({ length }) => length !== 32)) {
    throw new ConfigurationRefused(
      "A webhook seed must be 32 random bytes. Give at least one: `openssl rand -hex 32`, decoded from hex."
    )
  }
  const copies = seeds.map(copied)
  // A derivation takes longer than a signature, and most environments sign again soon.
  const known = recent<ReadonlyArray<KeyObject>>(1000)
  const keysOf = (environment: EnvironmentKey) =>
    Effect.sync(() => known.getOrMake(environment, () => copies.map((seed) => keyOf(seed, environment))))
  return Layer.succeed(
    WebhookKeys,
    WebhookKeys.of({
      publicKeys: (environment) => Effect.map(keysOf(environment), (keys) => keys.map(publicBytes)),
      sign: (environment, message) =>
        Effect.map(keysOf(environment), (keys) => keys.map((key) => new Uint8Array(sign(null, message, key))))
    })
  )
}

/** The default seed of the webhook keys, derived from the vault key for this purpose only. */
export const webhookSeedOf = (vaultKey: Uint8Array): Uint8Array => derived(vaultKey, "countersign/webhooks/v1/seed")

const keyOf = (seed: Uint8Array, environment: EnvironmentKey): KeyObject => {
  const environmentSeed = derived(seed, `countersign/webhooks/v1/ed25519/${environment}`)
  return createPrivateKey({ key: Buffer.concat([PKCS8, environmentSeed]), format: "der", type: "pkcs8" })
}

const derived = (key: Uint8Array, info: string): Uint8Array => new Uint8Array(hkdfSync("sha256", key, "", info, 32))

const publicBytes = (key: KeyObject): Uint8Array =>
  decodeBase64Url(String(createPublicKey(key).export({ format: "jwk" }).x))

// RFC 8410 section 7: the DER prefix of the 32 bytes of an Ed25519 seed.
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex")
