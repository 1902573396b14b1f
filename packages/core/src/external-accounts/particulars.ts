import { decodeUtf8, encodeUtf8 } from "@countersign/wire"
import { Effect, Schema } from "effect"
import type { ExternalAccountId } from "../model/ids.ts"
import { Vault } from "../ports/Vault.ts"
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

const Text = Schema.fromJsonString(Particulars)
const write = Schema.encodeEffect(Text)
const read = Schema.decodeUnknownEffect(Text)

/** Bound to the account: copied into the record of another one, it does not open. */
const contextOf = (id: ExternalAccountId): string => `external account ${id}`

export const sealed = Effect.fnUntraced(function* (id: ExternalAccountId, particulars: Particulars) {
  const vault = yield* Vault
  return yield* vault.seal(encodeUtf8(yield* Effect.orDie(write(particulars))), contextOf(id))
})

export const opened = Effect.fnUntraced(function* (account: ExternalAccount) {
  const vault = yield* Vault
  const bytes = yield* vault.open(account.sealed, contextOf(account.externalAccountId))
  const open: OpenedExternalAccount = { account, particulars: yield* Effect.orDie(read(decodeUtf8(bytes))) }
  return open
})
