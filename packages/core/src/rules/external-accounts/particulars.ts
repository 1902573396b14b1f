import { Effect, Schema } from "effect"
import type { ExternalAccountId } from "../../model/ids.ts"
import { vaulted } from "../../ports/Vault.ts"
import type { ExternalAccount } from "./ExternalAccount.ts"

/** What an account says of a person: encrypted at rest, and opened for who may read it. */
export const Particulars = Schema.Struct({
  /** As it was sent: an answer echoes it. */
  accountInfo: Schema.Record(Schema.String, Schema.Json),
  verifiedName: Schema.optionalKey(Schema.String)
})
export type Particulars = typeof Particulars.Type

/** An account with its particulars in the clear. */
export interface OpenedExternalAccount {
  readonly account: ExternalAccount
  readonly particulars: Particulars
}

const { open, seal } = vaulted(Particulars)

/** Bound to the account: copied into the record of another one, it does not open. */
const contextOf = (id: ExternalAccountId): string => `external account ${id}`

export const sealed = (id: ExternalAccountId, particulars: Particulars) => seal(particulars, contextOf(id))

export const opened = Effect.fnUntraced(function* (account: ExternalAccount) {
  const particulars = yield* open(account.sealed, contextOf(account.externalAccountId))
  const result: OpenedExternalAccount = { account, particulars }
  return result
})
