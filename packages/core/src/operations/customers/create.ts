import { Clock, Effect } from "effect"
import { UMA_DOMAIN } from "../../config/PlatformConfig.ts"
import { configOf } from "../../config/walletConfig.ts"
import type { NewCustomer } from "../../customers/bodies.ts"
import { type Customer, customers, sealedProfile } from "../../customers/Customer.ts"
import { chosen } from "../../customers/currencies.ts"
import { formerUmaAddresses, neverUsed } from "../../customers/formerUmaAddresses.ts"
import { Onboarding } from "../../customers/Onboarding.ts"
import { CustomerExists, UmaAddressTaken } from "../../customers/refusals.ts"
import { internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { umaAddressOf } from "../../model/UmaAddress.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byUnique, commit, insert, loadOne } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import { firstCredential } from "../credentials/firstCredential.ts"
import { openedAccount } from "../internal-accounts/openedAccount.ts"
import { isTaken } from "../isTaken.ts"
import type { CustomerView } from "./customerView.ts"
import { standingChange } from "./standingChange.ts"

/**
 * Creates a customer, its embedded-wallet account and, where there is an address, the account's first EMAIL_OTP
 * credential: all in one commit, so that no wallet is ever without its way in. No mail is sent before a challenge.
 */
export const createCustomer = Effect.fnUntraced(function* (profile: NewCustomer) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const standing = (yield* Onboarding)(profile)
  const policy = yield* Policy
  const { walletCurrency } = policy
  const currencies = yield* Effect.fromResult(chosen(profile.currencies, policy))
  const at = yield* Clock.currentTimeMillis
  const customerId = yield* freshId("Customer")
  const customer: Customer = {
    customerId,
    platformCustomerId: profile.platformCustomerId ?? customerId,
    reference: profile.platformCustomerId ?? customerId,
    umaAddress: profile.umaAddress ?? umaAddressOf(customerId, yield* umaDomainOf(environment)),
    currencies: [...currencies, walletCurrency].map(({ code }) => code),
    standing,
    ...(yield* sealedProfile(customerId, profile)),
    eventCount: 0,
    createdAt: at,
    updatedAt: at
  }
  const accounts = yield* Effect.forEach(
    [
      ...currencies.map((currency) => ({ type: "INTERNAL_FIAT" as const, currency })),
      { type: "EMBEDDED_WALLET" as const, currency: walletCurrency }
    ],
    (account) => openedAccount({ ...account, customerId, at })
  )
  const wallets = accounts.filter(({ type }) => type === "EMBEDDED_WALLET")
  const { email } = profile
  const first =
    email === undefined
      ? []
      : yield* Effect.forEach(wallets, ({ accountId }) => firstCredential(environment, accountId, email, at))
  const announcement = yield* standingChange(undefined, customer, at, 0)
  yield* commit({
    changes: [
      insert(customers, environment, announcement.customer, at),
      ...accounts.map((account) => insert(internalAccounts, environment, account, at)),
      ...first.flat(),
      ...announcement.changes
    ],
    guards: profile.umaAddress === undefined ? [] : [neverUsed(environment, profile.umaAddress)]
  }).pipe(
    Effect.catchIf(isTaken(formerUmaAddresses), () => Effect.fail(new UmaAddressTaken())),
    Effect.catchIf(isTaken(customers), () => takenBy(customer)),
    again
  )
  const view: CustomerView = { customer: announcement.customer, profile, owners: [] }
  return view
})

/** The domain of generated payment addresses. */
const umaDomainOf = Effect.fnUntraced(function* (environment: EnvironmentKey) {
  const config = yield* loadOne(configOf(environment))
  return config?.value.umaDomain ?? UMA_DOMAIN
})

/** Which of the two keys is another customer's. */
const takenBy = Effect.fnUntraced(function* ({ umaAddress }: Customer) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const twin = yield* loadOne(byUnique(customers, environment, "umaAddress", [umaAddress]))
  return yield* twin === undefined ? new CustomerExists() : new UmaAddressTaken()
})
