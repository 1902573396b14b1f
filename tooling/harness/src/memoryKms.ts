import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import type { KeyManagement, KeyManagementFailure } from "countersign"

/** The state of the service. `silent`: it never answers, and the port rejects when the signal aborts. */
export type KmsState = "up" | "down" | "throttled" | "silent"

/** A correct key management service in memory, whose calls a test counts, delays and makes fail. */
export const memoryKms = (names: ReadonlyArray<string> = ["key-1"]) => {
  const keys = new Map(names.map((name) => [name, randomBytes(32)]))
  const service = {
    state: "up" as KmsState,
    /** Awaited before each answer. */
    delay: async (): Promise<void> => undefined,
    calls: { encrypt: 0, decrypt: 0, generateDataKey: 0 },
    total: () => service.calls.encrypt + service.calls.decrypt + service.calls.generateDataKey,
    add: (name: string) => void keys.set(name, randomBytes(32)),
    remove: (name: string) => void keys.delete(name),
    /** The port of a node whose current key is `keyId`. */
    port: (keyId = names[0] ?? ""): KeyManagement => ({
      keyId,
      encrypt: async ({ keyId, plaintext, signal }) => {
        await called("encrypt", signal)
        return encrypted(keyOf(keyId), plaintext)
      },
      decrypt: async ({ ciphertext, keyId, signal }) => {
        await called("decrypt", signal)
        return decrypted(keyOf(keyId), ciphertext)
      },
      generateDataKey: async ({ keyId, signal }) => {
        await called("generateDataKey", signal)
        const plaintext = new Uint8Array(randomBytes(32))
        return { plaintext, ciphertext: encrypted(keyOf(keyId), plaintext) }
      }
    })
  }
  const called = async (name: keyof typeof service.calls, signal: AbortSignal) => {
    service.calls[name] += 1
    await service.delay()
    if (service.state === "down") throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })
    if (service.state === "throttled") throw kmsError({ because: "throttled", retryAfter: 5000 })
    if (service.state === "silent") {
      signal.throwIfAborted()
      await new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true })
      })
    }
  }
  const keyOf = (name: string) => {
    const key = keys.get(name)
    if (key === undefined) throw kmsError({ because: "unknownKey" })
    return key
  }
  return service
}

const kmsError = (failure: KeyManagementFailure) => Object.assign(new Error("KMS"), failure)

const encrypted = (key: Uint8Array, plaintext: Uint8Array): Uint8Array => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/** A ciphertext of another key is one that this service does not know. */
const decrypted = (key: Uint8Array, ciphertext: Uint8Array): Uint8Array => {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, ciphertext.subarray(0, 12))
    decipher.setAuthTag(ciphertext.subarray(-16))
    return new Uint8Array(Buffer.concat([decipher.update(ciphertext.subarray(12, -16)), decipher.final()]))
  } catch {
    throw kmsError({ because: "unknownKey" })
  }
}
