import { parseId, sha256Hex } from "@countersign/wire"
import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId, CustomerId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import type { Decision } from "../../steps/Leg.ts"
import { listPage, readOne } from "../../steps/lists.ts"
import { operation } from "../../steps/operation.ts"
import { insert } from "../../store/plans.ts"
import { byId, load } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { AccountNotFound, type AccountType, type InternalAccount, internalAccounts } from "./rules/InternalAccount.ts"
import { openedAccount } from "./wallets.ts"

export const readAccount = (accountId: AccountId) => readOne(internalAccounts, accountId, AccountNotFound)

export interface AccountFilter {
  readonly customerId?: CustomerId | undefined
  readonly type?: AccountType | undefined
  readonly currency?: string | undefined
}

/** Returns the internal accounts of the environment, newest first. */
export const listAccounts = (filter: AccountFilter, page: PageRequest) => {
  const isWanted = ({ currency }: InternalAccount) => (filter.currency ?? currency.code) === currency.code
  return listPage({ collection: internalAccounts, index: indexFor(filter), isWanted }, page)
}

const indexFor = ({ customerId, type }: AccountFilter) => {
  if (customerId !== undefined && type !== undefined) return { name: "customerType", values: [customerId, type] }
  if (customerId !== undefined) return { name: "customer", values: [customerId] }
  if (type !== undefined) return { name: "type", values: [type] }
  return ALL
}

/** Returns the platform's own accounts, one per currency. The first read opens them. */
export const listPlatformAccounts = (filter: Pick<AccountFilter, "currency" | "type">) =>
  Effect.map(openAll(undefined), (accounts) =>
    accounts.filter(
      ({ currency, type }) => (filter.currency ?? currency.code) === currency.code && (filter.type ?? type) === type
    )
  )

export const openAll = operation((_: undefined) => ({}))
  .more(function loadOpened({ environment, policy }) {
    const ids = policy.accountCurrencies.map(({ code }) => platformAccountId(environment, code))
    return Effect.map(load(ids.map((id) => byId(internalAccounts, environment, id))), (opened) => ({ opened }))
  })
  .prepare(function drawAccounts({ at, environment, policy }) {
    return Effect.forEach(policy.accountCurrencies, (currency) =>
      openedAccount({
        accountId: platformAccountId(environment, currency.code),
        customerId: null,
        type: "INTERNAL_FIAT",
        currency,
        at
      })
    )
  })
  .decide(function openMissing({ at, environment, found: { opened }, prepared }) {
    return Result.succeed<Decision<ReadonlyArray<InternalAccount>>>({
      reply: prepared.map((account, nth) => opened[nth]?.value ?? account),
      changes: prepared.flatMap((account, nth) =>
        opened[nth] === undefined ? [insert(internalAccounts, environment, account, at)] : []
      )
    })
  })

/**
 * The id is derived from the owner and the currency, so that concurrent first reads open the same accounts. RFC 9562
 * section 5.8: version 8, whose bits are application-defined.
 */
const platformAccountId = (environment: EnvironmentKey, currency: string) => {
  const hex = sha256Hex(JSON.stringify(["platform account", environment, currency]))
  const [a, b, c, d, e] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20), hex.slice(20, 32)]
  return parseId("InternalAccount", `InternalAccount:${a}-${b}-8${c}-8${d}-${e}`)
}
