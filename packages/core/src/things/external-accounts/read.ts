import { accountTypes, storedSpelling } from "@countersign/account-types"
import { Effect, Result, Schema } from "effect"
import type { CustomerId, ExternalAccountId } from "../../model/ids.ts"
import { isWithin, type PageRequest } from "../../model/Page.ts"
import { Discoveries } from "../../ports/Discoveries.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { vaultedText } from "../../ports/Vault.ts"
import { listPage } from "../../steps/lists.ts"
import { byId, byUnique, loadOne, openAll, type Stored } from "../../store/records.ts"
import { type AccountScope, type ExternalAccount, externalAccounts } from "./rules/ExternalAccount.ts"
import { ExternalAccountNotFound } from "./rules/refusals.ts"

/** Returns one account. An account of another scope does not exist under this path. */
export const readExternalAccount = Effect.fnUntraced(function* (id: ExternalAccountId, scope?: AccountScope) {
  const environment = yield* currentKey
  const record = yield* Effect.fromResult(requireScope(scope, yield* loadOne(byId(externalAccounts, environment, id))))
  return yield* opened(record.value)
})

/** Returns the record if the account is in the given scope, or in any scope if none is given. */
export const requireScope = (
  scope: AccountScope | undefined,
  record: Stored<ExternalAccount> | undefined
): Result.Result<Stored<ExternalAccount>, ExternalAccountNotFound> =>
  record === undefined || record.value.scope !== (scope ?? record.value.scope)
    ? Result.fail(new ExternalAccountNotFound())
    : Result.succeed(record)

export interface ExternalAccountFilter {
  readonly scope: AccountScope
  readonly customerId?: CustomerId | undefined
  readonly currency?: string | undefined
  readonly platformAccountId?: string | undefined
}

/** Returns the accounts of a scope, newest first. */
export const listExternalAccounts = Effect.fnUntraced(function* (filter: ExternalAccountFilter, page: PageRequest) {
  const environment = yield* currentKey
  const isOne = (account: ExternalAccount) => isWanted(filter, account)
  const { customerId, platformAccountId } = filter
  if (customerId !== undefined && platformAccountId !== undefined) {
    // A reference is unique per customer, so the list has one page.
    const record = yield* loadOne(byUnique(externalAccounts, environment, "reference", [customerId, platformAccountId]))
    const items =
      record === undefined || page.after !== undefined
        ? []
        : [record.value].filter((each) => isOne(each) && isWithin(page, each.createdAt))
    return { items: yield* openAll(externalAccounts, items, opened) }
  }
  const found = yield* listPage({ collection: externalAccounts, index: indexOf(filter), isWanted: isOne }, page)
  return { ...found, items: yield* openAll(externalAccounts, found.items, opened) }
})

/** `isWanted` applies the filters that the index does not cover: few accounts share an owner or a reference. */
const indexOf = ({ currency, customerId, platformAccountId, scope }: ExternalAccountFilter) => {
  if (customerId !== undefined) return { name: "owner", values: [customerId] }
  if (platformAccountId !== undefined) return { name: "scopeReference", values: [scope, platformAccountId] }
  if (currency !== undefined) return { name: "scopeCurrency", values: [scope, currency] }
  return { name: "scope", values: [scope] }
}

const isWanted = (filter: ExternalAccountFilter, { currency, scope }: ExternalAccount): boolean =>
  scope === filter.scope && currency === (filter.currency ?? currency)

export interface DiscoveryFilter {
  readonly country?: string | undefined
  readonly currency?: string | undefined
}

/** Returns the banks of a country and currency, or all banks if neither is given. */
export const listDiscoveries = ({ country, currency }: DiscoveryFilter) =>
  Effect.map(Discoveries, (all) =>
    all.filter((each) => (country ?? each.country) === each.country && (currency ?? each.currency) === each.currency)
  )

/** Personal data of an account: encrypted at rest, and decrypted for authorised readers. */
export const Particulars = Schema.Struct({
  /** In the spelling that was validated; replies and the verifier repeat it. */
  accountInfo: Schema.Record(Schema.String, Schema.Json),
  verifiedName: Schema.optionalKey(Schema.String)
})
export type Particulars = typeof Particulars.Type

export interface OpenedExternalAccount {
  readonly account: ExternalAccount
  readonly particulars: Particulars
}

const holders = vaultedText("external account", Particulars)

export const { reseal, seal: sealed } = holders

export const opened = Effect.fnUntraced(function* (account: ExternalAccount) {
  const kept = yield* holders.open(account.externalAccountId, account.sealed)
  const kind = accountTypes.get(account.accountType)
  // Earlier versions stored the spelling of the request.
  const accountInfo = kind === undefined ? kept.accountInfo : storedSpelling(kind, kept.accountInfo)
  return { account, particulars: { ...kept, accountInfo } }
})
