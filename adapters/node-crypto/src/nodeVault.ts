import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomFillSync } from "node:crypto"
import { Vault } from "@countersign/core"
import { decodeBase64Url, encodeBase64Url } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { ConfigurationRefused } from "./keys.ts"

/** A sealed value that this vault did not seal in this context, or not with these keys. A defect, never a refusal. */
export class VaultBroken extends Error {
  override readonly name = "VaultBroken"

  constructor() {
    super("A stored value does not open: it was altered or moved, or the vault key is not the one it was sealed with")
  }
}

/**
 * A vault under one key of 32 bytes, or under several while one is replaced: the first seals, and all of them open. The
 * bytes are read at once: the caller may wipe them afterwards.
 *
 * One key writes version 1, which names no key, as every release reads it. Several write version 2, which does, so that
 * to open takes one try.
 *
 * Throws {@link ConfigurationRefused} for no key, for one of another length, and for one that is given twice.
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

/** A key of the vault, as the keys of its uses. RFC 5869 section 3.2: so that no use says anything about another. */
interface Key {
  readonly sealKey: Uint8Array
  readonly digestKey: Uint8Array
  /** What a sealed value calls it. */
  readonly name: Buffer
}

const keyOf = (key: Uint8Array): Key => {
  if (key.length !== 32) {
    throw new ConfigurationRefused(
      `The vault key has ${key.length} bytes, and needs 32. Make one with \`openssl rand -hex 32\`, keep it where ` +
        "your other secrets are, and give its 32 decoded bytes. Values sealed under a lost key are lost with it."
    )
  }
  const derived = (use: string, length: number) =>
    Buffer.from(hkdfSync("sha256", key, "", `countersign/vault/${use}`, length))
  return { sealKey: derived("v1/seal", 32), digestKey: derived("v1/digest", 32), name: derived("v2/name", NAME) }
}

/** What stands before the nonce, and is bound to the ciphertext with the context. */
const unnamed = (): Buffer => Buffer.of(UNNAMED)
const named = ({ name }: Key): Buffer => Buffer.of(NAMED, ...name)

const isNamed = (bytes: Uint8Array, key: Key): boolean => named(key).equals(bytes.subarray(0, 1 + NAME))

// SP 800-38D section 8.3: with random nonces, at most 2^32 values under one key.
const seal = ({ sealKey }: Key, head: Buffer, plaintext: Uint8Array, context: string): Uint8Array => {
  const nonce = randomFillSync(new Uint8Array(NONCE))
  const cipher = createCipheriv("aes-256-gcm", sealKey, nonce, { authTagLength: TAG })
  cipher.setAAD(bound(head, context))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([head, nonce, ciphertext, cipher.getAuthTag()])
}

const opened = (ring: ReadonlyArray<Key>, sealed: string, context: string): Effect.Effect<Uint8Array> => {
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

/** It does not say which key, so each is tried; the last failure is told. */
const openUnnamed = ([key, ...others]: ReadonlyArray<Key>, bytes: Uint8Array, context: string): Uint8Array => {
  if (key === undefined) throw new VaultBroken()
  try {
    return openWith(key, unnamed(), bytes, context)
  } catch {
    return openUnnamed(others, bytes, context)
  }
}

const openWith = ({ sealKey }: Key, head: Buffer, bytes: Uint8Array, context: string): Uint8Array => {
  const [start, end] = [head.length + NONCE, bytes.length - TAG]
  if (end < start) throw new VaultBroken()
  const decipher = createDecipheriv("aes-256-gcm", sealKey, bytes.subarray(head.length, start), { authTagLength: TAG })
  decipher.setAAD(bound(head, context))
  decipher.setAuthTag(bytes.subarray(end))
  return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(start, end)), decipher.final()]))
}

/** The context's length comes first: otherwise ("b", "a") and ("", "ab") would be one input. */
const digest = (key: Uint8Array, text: string, context: string): string => {
  const head = textBytes(context)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return createHmac("sha256", key).update(length).update(head).update(textBytes(text)).digest("hex")
}

const bound = (head: Buffer, context: string): Uint8Array => Buffer.concat([head, textBytes(context)])

/** UTF-16, which every text has: a lone surrogate has no UTF-8, and its stand-in would make two texts one. */
const textBytes = (text: string): Uint8Array => Buffer.from(text, "utf16le")

const [UNNAMED, NAMED] = [1, 2]
/** Enough for the few keys of a list: two of one name are refused. */
const NAME = 4
const NONCE = 12
const TAG = 16
