import { Effect } from "effect"
import type { AccountId } from "../model/ids.ts"
import { Secrets } from "../ports/Secrets.ts"
import { Vault, vaultedText } from "../ports/Vault.ts"
import type { Stored } from "../store/records.ts"
import { Details } from "../things/receipts/rules/Details.ts"
import type { Receipt, StoredHead } from "../things/receipts/rules/Receipt.ts"

// The encryption contexts include the account and the position, so nothing decrypts in another place.
const { openWith, sealWith } = vaultedText("history", Details)
const placeOf = (accountId: AccountId, sequence: number): string => `${accountId} ${sequence}`
const keyContext = (accountId: AccountId): string => `history ${accountId}`

/**
 * Encrypts the details of the receipt that follows `head`. Returns them, and the data key for the next head. The first
 * details of an account generate its key.
 */
export const sealedDetails = Effect.fnUntraced(function* (
  details: Details,
  accountId: AccountId,
  head: StoredHead | undefined
) {
  const vault = yield* Vault
  const context = keyContext(accountId)
  const key = head?.sealed === undefined ? yield* (yield* Secrets).bytes(32) : yield* vault.open(head.sealed, context)
  const sealed = head?.sealed ?? (yield* vault.seal(key, context))
  return { sealed, details: yield* sealWith(key, placeOf(accountId, (head?.sequence ?? 0) + 1), details) }
})

/** Returns a function that decrypts the details of receipts. Without a data key it returns `undefined` for all. */
export const detailsReader = Effect.fnUntraced(function* (head: Stored<StoredHead> | undefined) {
  const vault = yield* Vault
  if (head?.value.sealed === undefined) return () => Effect.undefined
  const key = yield* vault.open(head.value.sealed, keyContext(head.value.accountId))
  return ({ accountId, details, sequence }: Receipt) =>
    details === undefined ? Effect.undefined : openWith(key, placeOf(accountId, sequence), details)
})

/** The data key under the current key of the vault, for a rotation. */
export const resealedHead = Effect.fnUntraced(function* (head: StoredHead) {
  if (head.sealed === undefined) return head
  const vault = yield* Vault
  const context = keyContext(head.accountId)
  const next: StoredHead = { ...head, sealed: yield* vault.seal(yield* vault.open(head.sealed, context), context) }
  return next
})
