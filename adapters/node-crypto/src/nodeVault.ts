import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomFillSync } from "node:crypto"
import { Vault } from "@countersign/core"
import { decodeBase64Url, encodeBase64Url } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { ConfigurationRefused } from "./ConfigurationRefused.ts"

/** A sealed value that this vault did not seal in this context, or not with this key. A defect, never a refusal. */
export class VaultBroken extends Error {
  override readonly name = "VaultBroken"

  constructor() {
    super("A stored value does not open: it was altered or moved, or the vault key is not the one it was sealed with")
  }
}

/**
 * A vault under one key of 32 bytes. The bytes are read at once: the caller may wipe them afterwards.
 *
 * Throws {@link ConfigurationRefused} for a key of another length.
 */
export const nodeVault = (key: Uint8Array): Layer.Layer<Vault> => {
  if (key.length !== 32) {
    throw new ConfigurationRefused(
      `The vault key has ${key.length} bytes, and needs 32. Make one with \`openssl rand -hex 32\`, keep it where ` +
        "your other secrets are, and give its 32 decoded bytes. Values sealed under a lost key are lost with it."
    )
  }
  // RFC 5869 section 3.2: a key of its own for each use, so that neither use says anything about the other.
  const subKey = (use: string) => new Uint8Array(hkdfSync("sha256", key, "", `countersign/vault/v1/${use}`, 32))
  const [sealKey, digestKey] = [subKey("seal"), subKey("digest")]
  return Layer.succeed(
    Vault,
    Vault.of({
      seal: (plaintext, context) => Effect.sync(() => seal(sealKey, plaintext, context)),
      open: (sealed, context) => Effect.suspend(() => opened(sealKey, sealed, context)),
      digest: (text, context) => Effect.sync(() => digest(digestKey, text, context))
    })
  )
}

// SP 800-38D section 8.3: with random nonces, at most 2^32 values under one key.
const seal = (key: Uint8Array, plaintext: Uint8Array, context: string): string => {
  const nonce = randomFillSync(new Uint8Array(NONCE))
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG })
  cipher.setAAD(bound(context))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return encodeBase64Url(Buffer.concat([Uint8Array.of(VERSION), nonce, ciphertext, cipher.getAuthTag()]))
}

const opened = (key: Uint8Array, sealed: string, context: string): Effect.Effect<Uint8Array> => {
  try {
    return Effect.succeed(open(key, sealed, context))
  } catch {
    return Effect.die(new VaultBroken())
  }
}

const open = (key: Uint8Array, sealed: string, context: string): Uint8Array => {
  const bytes = decodeBase64Url(sealed)
  if (bytes[0] !== VERSION || bytes.length < 1 + NONCE + TAG) throw new VaultBroken()
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + NONCE), { authTagLength: TAG })
  decipher.setAAD(bound(context))
  decipher.setAuthTag(bytes.subarray(-TAG))
  return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(1 + NONCE, -TAG)), decipher.final()]))
}

/** The context's length comes first: otherwise ("b", "a") and ("", "ab") would be one input. */
const digest = (key: Uint8Array, text: string, context: string): string => {
  const head = textBytes(context)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return createHmac("sha256", key).update(length).update(head).update(textBytes(text)).digest("hex")
}

const bound = (context: string): Uint8Array => Buffer.concat([Uint8Array.of(VERSION), textBytes(context)])

/** UTF-16, which every text has: a lone surrogate has no UTF-8, and its stand-in would make two texts one. */
const textBytes = (text: string): Uint8Array => Buffer.from(text, "utf16le")

const VERSION = 1
const NONCE = 12
const TAG = 16
