import { parseId, sha256Hex } from "@countersign/wire"
import { Clock, Effect } from "effect"
import { type AccountType, internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, commit, insert, load } from "../../ports/records.ts"
import { openedAccount } from "./openedAccount.ts"

/**
 * The accounts of the platform itself, one a currency. The first look opens them: their ids follow from whose they are,
 * so that two first looks open the same ones.
 */
export const listPlatformAccounts = Effect.fnUntraced(function* (filter: {
  readonly currency?: string | undefined
  readonly type?: AccountType | undefined
}) {
  const accounts = yield* again(opened())
  return accounts.filter(
    ({ currency, type }) => (filter.currency ?? currency.code) === currency.code && (filter.type ?? type) === type
  )
})

const opened = Effect.fnUntraced(function* () {
  const environment = environmentKey(yield* CurrentEnvironment)
  const { accountCurrencies } = yield* Policy
  const at = yield* Clock.currentTimeMillis
  const all = yield* Effect.forEach(accountCurrencies, (currency) =>
    openedAccount({
      accountId: platformAccountId(environment, currency.code),
      customerId: null,
      type: "INTERNAL_FIAT",
      currency,
      at
    })
  )
  const refs = all.map(({ accountId }) => byId(internalAccounts, environment, accountId))
  const found = yield* load(refs)
  const missing = all.filter((_, place) => refs[place] === undefined || found.one(refs[place]) === undefined)
  if (missing.length > 0) {
    yield* commit({ changes: missing.map((account) => insert(internalAccounts, environment, account, at)), guards: [] })
  }
  return all.map((account, place) => (refs[place] === undefined ? account : (found.one(refs[place])?.value ?? account)))
})

/** RFC 9562 section 5.8: version 8, whose bits are ours to choose. */
const platformAccountId = (environment: EnvironmentKey, currency: string) => {
  const hex = sha256Hex(JSON.stringify(["platform account", environment, currency]))
  const [a, b, c, d, e] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20), hex.slice(20, 32)]
  return parseId("InternalAccount", `InternalAccount:${a}-${b}-8${c}-8${d}-${e}`)
}
