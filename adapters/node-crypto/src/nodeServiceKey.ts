import { sign } from "node:crypto"
import { ServiceKey } from "@countersign/core"
import { Layer } from "@countersign/core/effect"
import { ConfigurationRefused } from "@countersign/core/internal"
import { attempt, decodeDerSignature, encodeDerSignature } from "@countersign/wire"
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
