import { accountTypes, storedSpelling } from "@countersign/account-types"
import { Effect, Schema } from "effect"
import type { ExternalAccountId } from "../../model/ids.ts"
import { vaultedText } from "../../ports/Vault.ts"
import type { ExternalAccount } from "./rules/ExternalAccount.ts"

/** Personal data of an account: encrypted at rest, and decrypted for authorised readers. */
export const Particulars = Schema.Struct({
  /** In the spelling that was validated; replies and the verifier repeat it. */
  accountInfo: Schema.Record(Schema.String, Schema.Json),
  verifiedName: Schema.optionalKey(Schema.String)
})
export type Particulars = typeof Particulars.Type

/** An account with decrypted particulars. */
export interface OpenedExternalAccount {
  readonly account: ExternalAccount
  readonly particulars: Particulars
}

const { open, seal } = vaultedText(Particulars)

/** The encryption context includes the account's id, so a value copied into another record does not decrypt. */
const contextOf = (id: ExternalAccountId): string => `external account ${id}`

export const sealed = (id: ExternalAccountId, particulars: Particulars) => seal(particulars, contextOf(id))

export const opened = Effect.fnUntraced(function* (account: ExternalAccount) {
  const kept = yield* open(account.sealed, contextOf(account.externalAccountId))
  const kind = accountTypes.get(account.accountType)
  // Earlier versions stored the spelling of the request.
  const accountInfo = kind === undefined ? kept.accountInfo : storedSpelling(kind, kept.accountInfo)
  const result: OpenedExternalAccount = { account, particulars: { ...kept, accountInfo } }
  return result
})
