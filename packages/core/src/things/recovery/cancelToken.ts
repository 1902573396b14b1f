import { encodeUtf8, equalBytes, typedCode } from "@countersign/wire"
import { Effect, Redacted } from "effect"
import type { RecoveryId } from "../../model/ids.ts"
import { Vault } from "../../ports/Vault.ts"

const CONTEXT = "recovery cancel token"

/** 32 hexadecimal characters: 128 bits. */
const cut = (digest: string): string => digest.slice(0, 32)

/**
 * The token that cancels a recovery, and does nothing else. It is a keyed digest of the recovery's id, computed when the
 * notice is sent, so neither the store nor the queue of mails contains it.
 */
export const cancelTokenOf = Effect.fnUntraced(function* (recoveryId: RecoveryId) {
  const vault = yield* Vault
  return Redacted.make(cut(yield* vault.digest(recoveryId, CONTEXT)), { label: "cancel token" })
})

/** Returns whether a typed token cancels this recovery, also across a rotation of the vault key. */
export const isCancelTokenOf = Effect.fnUntraced(function* (recoveryId: RecoveryId, token: string) {
  const vault = yield* Vault
  const digests = yield* vault.digests(recoveryId, CONTEXT)
  return digests.some((digest) => equalBytes(encodeUtf8(cut(digest).toUpperCase()), encodeUtf8(typedCode(token))))
})
