import { Clock, Effect } from "effect"
import type { NewCustomer } from "../customers/bodies.ts"
import { type Customer, customers, sealedProfile } from "../customers/Customer.ts"
import { chosen } from "../customers/currencies.ts"
import { formerUmaAddresses, neverUsed } from "../customers/formerUmaAddresses.ts"
import { Onboarding } from "../customers/Onboarding.ts"
import { CustomerExists, UmaAddressTaken } from "../customers/refusals.ts"
import { type InternalAccount, internalAccounts } from "../internal-accounts/InternalAccount.ts"
import { environmentKey } from "../model/Environment.ts"
import type { CustomerId } from "../model/ids.ts"
import { type Currency, Policy } from "../model/Policy.ts"
import type { Millis } from "../model/time.ts"
import { umaAddressOf } from "../model/UmaAddress.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { again, byUnique, commit, insert, loadOne } from "../ports/records.ts"
import { freshId } from "../ports/Secrets.ts"
import type { CustomerView } from "./customerView.ts"
import { firstCredential } from "./firstCredential.ts"
import { isTaken } from "./isTaken.ts"
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
    umaAddress: profile.umaAddress ?? umaAddressOf(customerId),
    currencies: [...currencies, walletCurrency].map(({ code }) => code),
    standing,
    ...(yield* sealedProfile(customerId, profile)),
    createdAt: at,
    updatedAt: at
  }
  const accounts = yield* Effect.forEach(currencies, (currency) =>
    openAccount(customerId, "INTERNAL_FIAT", currency, at)
  )
  const wallet = yield* openAccount(customerId, "EMBEDDED_WALLET", walletCurrency, at)
  const first =
    profile.email === undefined ? [] : yield* firstCredential(environment, wallet.accountId, profile.email, at)
  const told = yield* standingChange(undefined, customer, at, 1)
  yield* commit({
    changes: [
      insert(customers, environment, customer, at),
      ...[...accounts, wallet].map((account) => insert(internalAccounts, environment, account, at)),
      ...first,
      ...told
    ],
    guards: profile.umaAddress === undefined ? [] : [neverUsed(environment, profile.umaAddress)]
  }).pipe(
    Effect.catchIf(isTaken(formerUmaAddresses), () => Effect.fail(new UmaAddressTaken())),
    Effect.catchIf(isTaken(customers), () => takenBy(customer)),
    again
  )
  const view: CustomerView = { customer, profile, owners: [] }
  return view
})

/** An account of a customer, with nothing on it yet. */
export const openAccount = Effect.fnUntraced(function* (
  customerId: CustomerId,
  type: InternalAccount["type"],
  currency: Currency,
  at: Millis
) {
  const account: InternalAccount = {
    accountId: yield* freshId("InternalAccount"),
    customerId,
    type,
    status: "ACTIVE",
    currency,
    balance: 0,
    privateEnabled: false,
    createdAt: at,
    updatedAt: at
  }
  return account
})

/** Which of the two keys is another customer's. */
const takenBy = Effect.fnUntraced(function* ({ umaAddress }: Customer) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const twin = yield* loadOne(byUnique(customers, environment, "umaAddress", [umaAddress]))
  return yield* twin === undefined ? new CustomerExists() : new UmaAddressTaken()
})
