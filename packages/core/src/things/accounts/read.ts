import { Effect } from "effect"
import { environmentKey } from "../../model/Environment.ts"
import type { AccountId, CustomerId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { findMatching } from "../../steps/findMatching.ts"
import { byId, loadOne } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { AccountNotFound, type AccountType, type InternalAccount, internalAccounts } from "./rules/InternalAccount.ts"

export const readAccount = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const account = yield* loadOne(byId(internalAccounts, environment, accountId))
  return account === undefined ? yield* new AccountNotFound() : account.value
})

export interface AccountFilter {
  readonly customerId?: CustomerId | undefined
  readonly type?: AccountType | undefined
  readonly currency?: string | undefined
}

/** Returns the internal accounts of the environment, newest first. */
export const listAccounts = Effect.fnUntraced(function* (filter: AccountFilter, page: PageRequest) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const isWanted = ({ currency }: InternalAccount) => (filter.currency ?? currency.code) === currency.code
  return yield* findMatching({ collection: internalAccounts, environment, index: indexFor(filter), isWanted }, page)
})

const indexFor = ({ customerId, type }: AccountFilter) => {
  if (customerId !== undefined && type !== undefined) return { name: "customerType", values: [customerId, type] }
  if (customerId !== undefined) return { name: "customer", values: [customerId] }
  if (type !== undefined) return { name: "type", values: [type] }
  return ALL
}
