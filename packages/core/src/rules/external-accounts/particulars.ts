import { Effect, Schema } from "effect"
import type { ExternalAccountId } from "../../model/ids.ts"
import { vaultedText } from "../../ports/Vault.ts"
import type { ExternalAccount } from "./ExternalAccount.ts"

/** Personal data of an account: encrypted at rest, and decrypted for authorised readers. */
export const Particulars = Schema.Struct({
  /** As received; replies repeat it. */
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
  const particulars = yield* open(account.sealed, contextOf(account.externalAccountId))
  const result: OpenedExternalAccount = { account, particulars }
  return result
})
