import { randomFillSync } from "node:crypto"
import { type KeysUnavailable, type Store, Vault } from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import { ConfigurationRefused, rewrapKey, wrappedKey } from "@countersign/core/internal"
import { attempt, decodeBase64Url, decodeUtf8, encodeBase64Url, encodeUtf8 } from "@countersign/wire"
import { circuit } from "./circuit.ts"
import { dataKeys } from "./dataKeys.ts"
import type { KeyManagement, VaultOptions } from "./KeyManagement.ts"
import { digest, type Key, nodeVault, openWith, seal, VaultBroken } from "./nodeVault.ts"

/**
 * A vault whose keys are in a key management service. Values are encrypted with data keys of 32 bytes, each of which is
 * stored with its values as the service encrypted it (version 3 of a value), so that a value opens as long as the service has
 * the key. Digests use one data key, which the first node of a database generates and stores encrypted.
 * `local` are the keys of a {@link nodeVault} that the database had before: they decrypt, and their digests match.
 * Throws {@link ConfigurationRefused} for options out of their bounds.
 */
export const kmsVault = (
  options: VaultOptions,
  local: Uint8Array | ReadonlyArray<Uint8Array>
): Layer.Layer<Vault, never, Store> => {
  const { age, keys, timeout, uses } = boundsOf(options)
  const { encrypts = true, kms } = options
  return Layer.effect(
    Vault,
    Effect.gen(function* () {
      const before = yield* Vault
      const context = yield* Effect.context<Store>()
      const { call, failed } = yield* circuit(timeout)
      let root: string | undefined
      const unwrapped = (wrapped: string) => {
        const { ciphertext, keyId } = headOf(decodeBase64Url(wrapped))
        return call(keyId, async (signal) => requireKey(await kms.decrypt({ keyId, ciphertext, signal }))).pipe(
          Effect.tapError(() =>
            Effect.sync(() => {
              // Another node may have encrypted it again with a newer key.
              if (wrapped === root) root = undefined
            })
          )
        )
      }
      const { learn, shared, using } = yield* dataKeys({ age, keys }, unwrapped)

      /** A new data key, in memory. Returns its encrypted form. */
      const generated = Effect.gen(function* () {
        const { plaintext, wrapped } = yield* call(kms.keyId, (signal) => generate(kms, signal))
        learn(wrapped, plaintext)
        return wrapped
      })

      const findRoot = wrappedKey(ROOT, generated).pipe(
        Effect.provideContext(context),
        Effect.flatMap((wrapped) =>
          Effect.sync(() => {
            root = wrapped
          })
        ),
        Effect.catchTag("StoreUnavailable", () =>
          failed("unavailable", "the database did not return its encrypted key")
        )
      )
      const withRoot = <A>(use: (key: Key) => Effect.Effect<A>): Effect.Effect<A, KeysUnavailable> =>
        Effect.suspend(() =>
          root === undefined ? Effect.andThen(shared(ROOT, findRoot), withRoot(use)) : using(root, use)
        )

      let current: { readonly wrapped: string; readonly head: Buffer; left: number } | undefined
      const renew = Effect.gen(function* () {
        // A node that lacks the key of this database must not write what the other nodes cannot read.
        yield* withRoot(() => Effect.void)
        const wrapped = yield* generated
        current = { wrapped, head: Buffer.from(decodeBase64Url(wrapped)), left: uses }
      })
      const sealed = (plaintext: Uint8Array, context: string): Effect.Effect<string, KeysUnavailable> =>
        Effect.suspend(() => {
          if (current === undefined || current.left === 0) {
            return Effect.andThen(shared(CURRENT, renew), sealed(plaintext, context))
          }
          current.left -= 1
          const { head, wrapped } = current
          return using(wrapped, (key) => Effect.succeed(encodeBase64Url(seal(key, head, plaintext, context))))
        })

      const rootDigest = (text: string, context: string) =>
        withRoot((key) => Effect.succeed(digest(key.digestKey, text, context)))
      const digests = (text: string, context: string) =>
        Effect.flatMap(before.digests(text, context), ([first, ...others]) =>
          Effect.map(rootDigest(text, context), (own): readonly [string, ...string[]] =>
            encrypts ? [own, first, ...others] : [first, ...others, own]
          )
        )
      return Vault.of({
        ...before,
        ...(encrypts && {
          seal: sealed,
          digest: rootDigest,
          isCurrent: (value) => Effect.sync(() => isOf(value, kms))
        }),
        digests,
        open: (value, context) =>
          Effect.suspend(() => {
            const bytes = attempt(() => decodeBase64Url(value))
            if (bytes?.[0] !== VERSION) return before.open(value, context)
            const { head } = headOf(bytes)
            return using(encodeBase64Url(head), (key) => {
              const opened = attempt(() => openWith(key, head, bytes, context))
              return opened === undefined ? Effect.die(new VaultBroken()) : Effect.succeed(opened)
            })
          })
      })
    })
  ).pipe(Layer.provide(nodeVault(local)))
}

/** Re-encrypts the data key of the digests with the current key of the service, as a rotation needs it. */
export const rewrapRoot = ({ kms, timeout }: VaultOptions) =>
  Effect.gen(function* () {
    const { call } = yield* circuit(timeout ?? TIMEOUT)
    yield* rewrapKey(ROOT, (wrapped) => {
      const { ciphertext, keyId } = headOf(decodeBase64Url(wrapped))
      if (keyId === kms.keyId) return Effect.undefined
      return call(kms.keyId, async (signal) => {
        const plaintext = requireKey(await kms.decrypt({ keyId, ciphertext, signal }))
        return wrappedText(kms.keyId, await kms.encrypt({ keyId: kms.keyId, plaintext, signal }))
      })
    })
  })

/** The use of the data key of the digests in the store, and the name of the flight that fetches it. */
const ROOT = "keys.vault.root"
const CURRENT = "current"

/** Returns whether a value is encrypted with the current key of the service. */
const isOf = (value: string, { keyId }: KeyManagement): boolean => {
  const bytes = attempt(() => decodeBase64Url(value))
  return bytes?.[0] === VERSION && headOf(bytes).keyId === keyId
}

const generate = async (kms: KeyManagement, signal: AbortSignal) => {
  const { keyId } = kms
  if (kms.generateDataKey !== undefined) {
    const { ciphertext, plaintext } = await kms.generateDataKey({ keyId, signal })
    return { plaintext: requireKey(plaintext), wrapped: wrappedText(keyId, ciphertext) }
  }
  const plaintext = randomFillSync(new Uint8Array(KEY))
  const ciphertext = await kms.encrypt({ keyId, plaintext: Uint8Array.from(plaintext), signal })
  return { plaintext, wrapped: wrappedText(keyId, ciphertext) }
}

/** The bytes come from code of the host. They are copied, because the vault overwrites them. */
const requireKey = (plaintext: Uint8Array): Uint8Array => {
  if (plaintext.length !== KEY) throw new TypeError(`kms: a data key has ${plaintext.length} bytes, and needs ${KEY}`)
  const copy = Uint8Array.from(plaintext)
  plaintext.fill(0)
  return copy
}

/** The head of a value of version 3: the version, then the name of the key and the encrypted data key, each after its length. */
const wrappedText = (keyId: string, ciphertext: Uint8Array): string => {
  if (ciphertext.length === 0 || ciphertext.length > CIPHERTEXT) {
    throw new TypeError(`kms: an encrypted data key has ${ciphertext.length} bytes, and may have 1 to ${CIPHERTEXT}`)
  }
  const name = encodeUtf8(keyId)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(ciphertext.length)
  return encodeBase64Url(Buffer.concat([Buffer.of(VERSION, name.length), name, length, ciphertext]))
}

const headOf = (value: Uint8Array) => {
  const bytes = Buffer.from(value)
  const nameEnd = 2 + (bytes[1] ?? 0)
  const start = nameEnd + 2
  const end = bytes.length < start ? Number.NaN : start + bytes.readUInt16BE(nameEnd)
  if (!(end <= bytes.length)) throw new VaultBroken()
  return {
    head: bytes.subarray(0, end),
    keyId: decodeUtf8(bytes.subarray(2, nameEnd)),
    ciphertext: bytes.subarray(start, end)
  }
}

/** The options with their defaults. Throws {@link ConfigurationRefused} for one out of its bounds. */
const boundsOf = ({ cache = {}, kms, timeout = TIMEOUT }: VaultOptions) => {
  const { age = 3_600_000, keys = 1000, uses = 1_000_000 } = cache
  const name = encodeUtf8(kms.keyId).length
  const bounds = { timeout, "cache.keys": keys, "cache.age": age, "cache.uses": uses, "length of kms.keyId": name }
  for (const [option, value] of Object.entries(bounds)) {
    const [least = 0, most = 0] = RANGES.get(option) ?? []
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new ConfigurationRefused(
        `The ${option} of the vault is ${value}. Give an integer from ${least} to ${most}.`
      )
    }
  }
  return { timeout, keys, age, uses }
}

const RANGES = new Map([
  ["timeout", [10, 10_000]],
  ["cache.keys", [16, 100_000]],
  ["cache.age", [1000, 86_400_000]],
  // SP 800-38D section 8.3: with random nonces, at most 2^32 values under one key.
  ["cache.uses", [1, 2 ** 32]],
  ["length of kms.keyId", [1, 255]]
])

const TIMEOUT = 1500
const VERSION = 3
const KEY = 32
/** The longest ciphertext of AWS KMS. */
const CIPHERTEXT = 6144
