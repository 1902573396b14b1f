import { Effect } from "effect"
import { type AccountScope, type ExternalAccount, externalAccounts } from "../external-accounts/ExternalAccount.ts"
import { opened } from "../external-accounts/particulars.ts"
import { ExternalAccountNotFound } from "../external-accounts/refusals.ts"
import { environmentKey } from "../model/Environment.ts"
import type { CustomerId, ExternalAccountId } from "../model/ids.ts"
import type { PageRequest } from "../model/Page.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { byId, findPage, loadOne, type Stored } from "../ports/records.ts"

/** One account. That of another scope does not exist under this one's path. */
export const readExternalAccount = Effect.fnUntraced(function* (id: ExternalAccountId, scope?: AccountScope) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const record = yield* requireScope(scope, yield* loadOne(byId(externalAccounts, environment, id)))
  return yield* opened(record.value)
})

/** The record, if it is an account of this scope, or of any where none is named. */
export const requireScope = Effect.fnUntraced(function* (
  scope: AccountScope | undefined,
  record: Stored<ExternalAccount> | undefined
) {
  return record === undefined || record.value.scope !== (scope ?? record.value.scope)
    ? yield* new ExternalAccountNotFound()
    : record
})

export interface ExternalAccountFilter {
  readonly scope: AccountScope
  readonly customerId?: CustomerId | undefined
  readonly currency?: string | undefined
  readonly platformAccountId?: string | undefined
}

/** Accounts of a scope, newest first. */
export const listExternalAccounts = Effect.fnUntraced(function* (filter: ExternalAccountFilter, page: PageRequest) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const found = yield* findPage({ collection: externalAccounts, environment, index: indexOf(filter) }, page)
  return { ...found, items: yield* Effect.forEach(found.items, opened) }
})

const indexOf = ({ currency, customerId, platformAccountId, scope }: ExternalAccountFilter) => {
  const whose = customerId === undefined ? { name: "scope", value: scope } : { name: "owner", value: customerId }
  return {
    name: `${whose.name}${platformAccountId === undefined ? "" : "Reference"}${currency === undefined ? "" : "Currency"}`,
    values: [whose.value, platformAccountId, currency].filter((value) => value !== undefined)
  }
}
