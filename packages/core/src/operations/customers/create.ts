import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { umaAddressOf } from "../../model/UmaAddress.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isEnabled } from "../../rules/access/evaluate.ts"
import { configOf, UMA_DOMAIN } from "../../rules/config/PlatformConfig.ts"
import { chosen, type NewCustomer } from "../../rules/customers/bodies.ts"
import { customers, initial, Onboarding, sealedProfile } from "../../rules/customers/Customer.ts"
import { formerUmaAddresses, neverUsed } from "../../rules/customers/formerUmaAddresses.ts"
import { CustomerExists, UmaAddressTaken } from "../../rules/customers/refusals.ts"
import { internalAccounts } from "../../rules/internal-accounts/InternalAccount.ts"
import { accessOf, settingsRef } from "../../rules/settings/PlatformSettings.ts"
import { combined, insert } from "../../store/plans.ts"
import { byUnique, type FoundOf } from "../../store/records.ts"
import { firstCredential } from "../credentials/firstCredential.ts"
import { openedAccount } from "../internal-accounts/wallets.ts"
import { isTaken } from "../isTaken.ts"
import { type CheckedBy, type Decision, type Leg, operation, type PreparedBy } from "../operation.ts"
import type { CustomerView } from "./read.ts"
import { statusChange } from "./standingChange.ts"

const reads = ({ platformCustomerId, umaAddress }: NewCustomer, environment: EnvironmentKey) => ({
  config: configOf(environment),
  settings: settingsRef(environment),
  atAddress: umaAddress === undefined ? undefined : byUnique(customers, environment, "umaAddress", [umaAddress]),
  ofReference:
    platformCustomerId === undefined ? undefined : byUnique(customers, environment, "reference", [platformCustomerId])
})
type CreateLeg = Leg<NewCustomer, FoundOf<ReturnType<typeof reads>>>

export const check = ({ command, found: { config, settings }, policy }: CreateLeg) =>
  Result.map(chosen(command.currencies, policy), (currencies) => ({
    umaDomain: config?.value.umaDomain,
    currencies,
    // With codes disabled the wallet has no credential, and the end user adds the first one without a signature.
    email: isEnabled(accessOf(settings), "EMAIL_OTP") ? command.email : undefined
  }))

const prepare = Effect.fnUntraced(function* (
  leg: Omit<CreateLeg, "found"> & { readonly checked: CheckedBy<typeof check> }
) {
  const {
    at,
    checked: { currencies, email },
    command: profile,
    policy: { walletCurrency }
  } = leg
  const standing = (yield* Onboarding)(profile)
  const customerId = yield* freshId("Customer")
  const accounts = yield* Effect.forEach(
    [
      ...currencies.map((currency) => ({ type: "INTERNAL_FIAT" as const, currency })),
      { type: "EMBEDDED_WALLET" as const, currency: walletCurrency }
    ],
    (account) => openedAccount({ ...account, customerId, at })
  )
  const wallets = accounts.filter(({ type }) => type === "EMBEDDED_WALLET")
  const first =
    email === undefined ? [] : yield* Effect.forEach(wallets, ({ accountId }) => firstCredential(accountId, email, leg))
  return {
    standing,
    customerId,
    accounts,
    first: combined(...first),
    sealed: yield* sealedProfile(customerId, profile)
  }
})

export const decide = ({
  at,
  checked: { currencies, umaDomain = UMA_DOMAIN },
  command: profile,
  environment,
  found,
  policy: { walletCurrency },
  prepared: { accounts, customerId, first, sealed, standing }
}: CreateLeg & {
  readonly checked: CheckedBy<typeof check>
  readonly prepared: PreparedBy<typeof prepare>
}): Result.Result<Decision<CustomerView>, CustomerExists | UmaAddressTaken> => {
  if (found.atAddress !== undefined) return Result.fail(new UmaAddressTaken())
  if (found.ofReference !== undefined) return Result.fail(new CustomerExists())
  const fields = {
    customerId,
    platformCustomerId: profile.platformCustomerId ?? customerId,
    reference: profile.platformCustomerId ?? customerId,
    umaAddress: profile.umaAddress ?? umaAddressOf(customerId, umaDomain),
    currencies: [...currencies, walletCurrency].map(({ code }) => code),
    ...sealed,
    createdAt: at,
    updatedAt: at
  }
  const customer = initial(fields, standing)
  const change = statusChange(undefined, customer, at, 0)
  return Result.succeed({
    reply: { customer: change.customer, profile, owners: [] },
    changes: [
      insert(customers, environment, change.customer, at),
      ...accounts.map((account) => insert(internalAccounts, environment, account, at)),
      ...first.changes
    ],
    guards: profile.umaAddress === undefined ? [] : [neverUsed(environment, profile.umaAddress)],
    drafts: [...change.drafts, ...(first.drafts ?? [])]
  })
}

/**
 * Creates a customer, its embedded-wallet account and, if the customer has an address, the first EMAIL_OTP credential,
 * all in one commit. A wallet therefore always has a way to log in. No mail is sent before the first challenge.
 */
export const createCustomer = operation({
  reads,
  check,
  prepare,
  decide,
  // A unique key taken by another customer is reported when the call is decided again.
  lost: (conflict) => (isTaken(formerUmaAddresses)(conflict) ? new UmaAddressTaken() : undefined)
})
