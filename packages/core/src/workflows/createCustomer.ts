import { Clock, Effect } from "effect"
import { credentials } from "../credentials/Credential.ts"
import { kinds } from "../credentials/kinds/index.ts"
import { type Customer, customers, type NewCustomer } from "../customers/Customer.ts"
import { Onboarding } from "../customers/Onboarding.ts"
import { CustomerExists } from "../customers/refusals.ts"
import { type InternalAccount, internalAccounts } from "../internal-accounts/InternalAccount.ts"
import { type EnvironmentKey, environmentKey } from "../model/Environment.ts"
import type { AccountId } from "../model/ids.ts"
import { Policy } from "../model/Policy.ts"
import type { Millis } from "../model/time.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { again, commit, insert } from "../ports/records.ts"
import { freshId } from "../ports/Secrets.ts"
import type { Conflict, StoreUnavailable } from "../ports/Store.ts"

/**
 * Creates a customer, its embedded-wallet account and, where there is an address, the account's first EMAIL_OTP
 * credential: all in one commit, so that no wallet is ever without its way in. No mail is sent before a challenge.
 */
export const createCustomer = Effect.fn("createCustomer")(function* (profile: NewCustomer) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const standing = (yield* Onboarding)(profile)
  const { walletCurrency } = yield* Policy
  const at = yield* Clock.currentTimeMillis
  const customerId = yield* freshId("Customer")
  const customer: Customer = {
    customerId,
    platformCustomerId: profile.platformCustomerId ?? customerId,
    standing,
    profile,
    createdAt: at,
    updatedAt: at
  }
  const accountId = yield* freshId("InternalAccount")
  const wallet: InternalAccount = {
    accountId,
    customerId,
    type: "EMBEDDED_WALLET",
    status: "ACTIVE",
    currency: walletCurrency,
    balance: 0,
    privateEnabled: false,
    createdAt: at,
    updatedAt: at
  }
  const first = profile.email === undefined ? [] : yield* firstCredential(environment, accountId, profile.email, at)
  yield* commit({
    changes: [
      insert(customers, environment, customer, at),
      insert(internalAccounts, environment, wallet, at),
      ...first
    ],
    guards: []
  }).pipe(
    Effect.catchIf(isTaken, () => Effect.fail(new CustomerExists())),
    again
  )
  return customer
})

/** Registered without a challenge: nobody has asked to sign in yet. */
const firstCredential = Effect.fnUntraced(function* (
  environment: EnvironmentKey,
  accountId: AccountId,
  email: string,
  at: Millis
) {
  const { EMAIL_OTP } = kinds
  const credentialId = yield* freshId("AuthMethod")
  const { activity: _, ...prepared } = yield* Effect.orDie(EMAIL_OTP.prepare(null, { accountId, email, at }))
  const registration = { environment, credentialId, accountId, at, isAnnounced: false, ...prepared }
  const { companions, credential } = yield* EMAIL_OTP.register(registration)
  return [insert(credentials, environment, credential, at), ...companions]
})

const isTaken = (error: Conflict | StoreUnavailable) =>
  error._tag === "Conflict" && error.because === "taken" && error.collection === customers.name
