import { randomBytes } from "node:crypto"
import type { KeyManagement } from "countersign"

/** A deadline that no call of a test reaches. */
const unhurried = () => AbortSignal.timeout(60_000)

/** A new data key of the port, by the call that it has for it. */
export const dataKeyOf = async (kms: KeyManagement, signal = unhurried()) => {
  const { keyId } = kms
  if (kms.generateDataKey !== undefined) return kms.generateDataKey({ keyId, signal })
  const plaintext = new Uint8Array(randomBytes(32))
  return { plaintext, ciphertext: await kms.encrypt({ keyId, plaintext: plaintext.slice(), signal }) }
}

export const encrypted = (kms: KeyManagement, plaintext: Uint8Array) =>
  kms.encrypt({ keyId: kms.keyId, plaintext, signal: unhurried() })

/** Decrypts under the key of that name, by default the current one. Returns hex. */
export const decrypted = async (kms: KeyManagement, ciphertext: Uint8Array, { keyId } = kms, signal = unhurried()) =>
  hex(await kms.decrypt({ keyId, ciphertext, signal }))

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** Returns the outcome of a call: `answered`, the `because` of its error, or `failed`. */
export const outcomeOf = async (call: () => Promise<unknown>): Promise<string> => {
  try {
    await call()
    return "answered"
  } catch (error) {
    const { because = "failed" } = Object(error)
    return String(because)
  }
}
