import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomFillSync } from "node:crypto"
import { Vault } from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import { ConfigurationRefused } from "@countersign/core/internal"
import { attempt, decodeBase64Url, encodeBase64Url } from "@countersign/wire"

/** A sealed value does not open: it is of another context or other keys. This is a defect, not a refusal. */
export class VaultBroken extends Error {
  override readonly name = "VaultBroken"

  constructor() {
    super(
      "A stored value cannot be opened. It was altered or moved, or the vault key differs from the one that sealed it. Set keys.vault to that key."
    )
  }
}

/**
 * A vault under one key of 32 bytes, or several during a rotation: the first seals, and all of them open. The bytes are
 * copied, so the caller may overwrite them afterwards.
 * One key writes version 1, which names no key and which every release reads. Several keys write version 2, which names
 * the key, so that opening tries only one.
 * Throws {@link ConfigurationRefused} for an empty list, a key of another length, and a key that is given twice.
 */
export const nodeVault = (keys: Uint8Array | ReadonlyArray<Uint8Array>): Layer.Layer<Vault> => {
  const ring = (keys instanceof Uint8Array ? [keys] : keys).map(keyOf)
  const [current, ...others] = ring
  if (current === undefined) throw new ConfigurationRefused("There is no vault key. Give one, or a list of them.")
  if (new Set(ring.map(({ name }) => name.toString("hex"))).size < ring.length) {
    throw new ConfigurationRefused("A vault key is given twice. Give each key of the list once.")
  }
  const headOf = others.length === 0 ? unnamed : named
  return Layer.succeed(
    Vault,
    Vault.of({
      seal: (plaintext, context) =>
        Effect.sync(() => encodeBase64Url(seal(current, headOf(current), plaintext, context))),
      open: (sealed, context) => Effect.suspend(() => opened(ring, sealed, context)),
      sealWith: (key, plaintext, context) =>
        Effect.sync(() => encodeBase64Url(seal(keyOf(key), unnamed(), plaintext, context))),
      openWith: (key, sealed, context) => Effect.suspend(() => opened([keyOf(key)], sealed, context)),
      isCurrent: (sealed) => Effect.sync(() => others.length === 0 || isNamed(decodeBase64Url(sealed), current)),
      digest: (text, context) => Effect.sync(() => digest(current.digestKey, text, context)),
      digests: (text, context) =>
        Effect.sync(() => [
          digest(current.digestKey, text, context),
          ...others.map(({ digestKey }) => digest(digestKey, text, context))
        ])
    })
  )
}

/** The keys of each use, derived from one vault key. RFC 5869 section 3.2: one reveals nothing about the others. */
export interface Key {
  readonly sealKey: Uint8Array
  readonly digestKey: Uint8Array
  /** The name of the key in a sealed value. */
  readonly name: Buffer
}

export const keyOf = (key: Uint8Array): Key => {
  if (key.length !== 32) {
    throw new ConfigurationRefused(
      `The vault key has ${key.length} bytes, and needs 32. Make one with \`openssl rand -hex 32\`, store it with ` +
        "your other secrets, and give its 32 decoded bytes. Values sealed under a lost key are lost with it."
    )
  }
  const derived = (use: string, length: number) =>
    Buffer.from(hkdfSync("sha256", key, "", `countersign/vault/${use}`, length))
  return { sealKey: derived("v1/seal", 32), digestKey: derived("v1/digest", 32), name: derived("v2/name", NAME) }
}

/** The prefix before the nonce, authenticated together with the context. */
const unnamed = (): Buffer => Buffer.of(UNNAMED)
const named = ({ name }: Key): Buffer => Buffer.of(NAMED, ...name)

const isNamed = (bytes: Uint8Array, key: Key): boolean => named(key).equals(bytes.subarray(0, 1 + NAME))

// SP 800-38D section 8.3: with random nonces, at most 2^32 values under one key.
export const seal = ({ sealKey }: Key, head: Buffer, plaintext: Uint8Array, context: string): Uint8Array => {
  const nonce = randomFillSync(new Uint8Array(NONCE))
  const cipher = createCipheriv("aes-256-gcm", sealKey, nonce, { authTagLength: TAG })
  cipher.setAAD(bound(head, context))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([head, nonce, ciphertext, cipher.getAuthTag()])
}

export const opened = (ring: ReadonlyArray<Key>, sealed: string, context: string): Effect.Effect<Uint8Array> => {
  try {
    return Effect.succeed(open(ring, decodeBase64Url(sealed), context))
  } catch {
    return Effect.die(new VaultBroken())
  }
}

const open = (ring: ReadonlyArray<Key>, bytes: Uint8Array, context: string): Uint8Array => {
  if (bytes[0] === UNNAMED) return openUnnamed(ring, bytes, context)
  const key = ring.find((each) => isNamed(bytes, each))
  if (key === undefined) throw new VaultBroken()
  return openWith(key, named(key), bytes, context)
}

/** Version 1 does not name its key, so each is tried. */
const openUnnamed = ([key, ...others]: ReadonlyArray<Key>, bytes: Uint8Array, context: string): Uint8Array => {
  if (key === undefined) throw new VaultBroken()
  return attempt(() => openWith(key, unnamed(), bytes, context)) ?? openUnnamed(others, bytes, context)
}

export const openWith = ({ sealKey }: Key, head: Buffer, bytes: Uint8Array, context: string): Uint8Array => {
  const [start, end] = [head.length + NONCE, bytes.length - TAG]
  if (end < start) throw new VaultBroken()
  const decipher = createDecipheriv("aes-256-gcm", sealKey, bytes.subarray(head.length, start), { authTagLength: TAG })
  decipher.setAAD(bound(head, context))
  decipher.setAuthTag(bytes.subarray(end))
  return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(start, end)), decipher.final()]))
}

/** The length of the context comes first. Otherwise ("b", "a") and ("", "ab") would be the same input. */
export const digest = (key: Uint8Array, text: string, context: string): string => {
  const head = textBytes(context)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return createHmac("sha256", key).update(length).update(head).update(textBytes(text)).digest("hex")
}

const bound = (head: Buffer, context: string): Uint8Array => Buffer.concat([head, textBytes(context)])

/** UTF-16 represents every text. In UTF-8 a lone surrogate is replaced, so two texts would have the same bytes. */
const textBytes = (text: string): Uint8Array => Buffer.from(text, "utf16le")

const [UNNAMED, NAMED] = [1, 2]
/** Long enough for a list of a few keys: two keys of the same name are rejected. */
const NAME = 4
const NONCE = 12
const TAG = 16
