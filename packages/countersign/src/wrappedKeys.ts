import type { KeyManagement } from "@countersign/node-crypto/keyManagement"
import { decodeBase64Url, decodeUtf8, encodeBase64Url, encodeHex, encodeUtf8 } from "@countersign/wire"
import { bytesOf } from "./keyRing.ts"
import type { KeyOptions } from "./options.ts"

/**
 * Encrypts the keys of a host with a key management service, each as a text for its configuration that is no secret.
 * `unwrapKeys` returns the keys. Rejects with the error of the service, or a `WireError` for a malformed key.
 */
export const wrapKeys = (kms: KeyManagement, keys: KeyOptions): Promise<KeyOptions> =>
  eachKey(keys, async (hex) => {
    const ciphertext = await kms.encrypt({ keyId: kms.keyId, plaintext: bytesOf(hex), signal: deadline() })
    return `${encodeBase64Url(encodeUtf8(kms.keyId))}.${encodeBase64Url(ciphertext)}`
  })

/**
 * Decrypts what `wrapKeys` returned, for the option `keys`, so that the service key and the root of the wallets are in no
 * configuration. Call it before `createCountersign`. Rejects with the error of the service: then the node must not start.
 */
export const unwrapKeys = (kms: KeyManagement, wrapped: KeyOptions): Promise<KeyOptions> =>
  eachKey(wrapped, async (text) => {
    const [name = "", ciphertext = ""] = text.split(".")
    const keyId = decodeUtf8(decodeBase64Url(name))
    return encodeHex(await kms.decrypt({ keyId, ciphertext: decodeBase64Url(ciphertext), signal: deadline() }))
  })

const eachKey = async (
  { service, vault, wallets, webhooks }: KeyOptions,
  change: (key: string) => Promise<string>
): Promise<KeyOptions> => {
  const all = (keys: KeyOptions["vault"]) => {
    if (keys === undefined) return undefined
    return typeof keys === "string" ? change(keys) : Promise.all(keys.map(change))
  }
  return {
    vault: await all(vault),
    service: await all(service),
    ...(wallets !== undefined && { wallets: await change(wallets) }),
    ...(webhooks !== undefined && { webhooks: await Promise.all(webhooks.map(change)) })
  }
}

/** A node that starts has no caller that waits. */
const deadline = () => AbortSignal.timeout(10_000)
