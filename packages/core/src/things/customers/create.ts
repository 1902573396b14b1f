import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { umaAddressOf } from "../../model/UmaAddress.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isTaken } from "../../steps/isTaken.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { combined, insert } from "../../store/plans.ts"
import { byUnique } from "../../store/records.ts"
import { isEnabled } from "../access/rules/evaluate.ts"
import { internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { openedAccount } from "../accounts/wallets.ts"
import { firstCredential } from "../credentials/add.ts"
import { announcedTo, configOf, UMA_DOMAIN } from "../platforms/rules/PlatformConfig.ts"
import { accessOf, settingsRef } from "../settings/rules/PlatformSettings.ts"
import { type CustomerView, sealedProfile } from "./read.ts"
import { chosen, type NewCustomer } from "./rules/bodies.ts"
import { customers, initial, Onboarding } from "./rules/Customer.ts"
import { formerUmaAddresses, reserved } from "./rules/formerUmaAddresses.ts"
import { CustomerExists, UmaAddressTaken } from "./rules/refusals.ts"
import { statusChange } from "./verification.ts"

const reads = ({ platformCustomerId, umaAddress }: NewCustomer, environment: EnvironmentKey) => ({
  config: configOf(environment),
  settings: settingsRef(environment),
  atAddress: umaAddress === undefined ? undefined : byUnique(customers, environment, "umaAddress", [umaAddress]),
  ofReference:
    platformCustomerId === undefined ? undefined : byUnique(customers, environment, "reference", [platformCustomerId])
})

/**
 * Creates a customer, its embedded-wallet account and, if the customer has an address, the first EMAIL_OTP credential,
 * all in one commit. A wallet therefore always has a way to log in. No mail is sent before the first challenge.
 */
export const createCustomer = operation(reads)
  .check(function chooseCurrencies({ command, found: { config, settings }, policy }) {
    return Result.map(chosen(command.currencies, policy), (currencies) => ({
      umaDomain: config?.value.umaDomain,
      currencies,
      // With codes disabled the wallet has no credential, and the end user adds the first one without a signature.
      email: isEnabled(accessOf(settings), "EMAIL_OTP") ? command.email : undefined
    }))
  })
  .prepare(
    Effect.fnUntraced(function* openAccounts(leg) {
      const { at, checked, command: profile, policy } = leg
      const { currencies, email } = checked
      const standing = (yield* Onboarding)(profile)
      const customerId = yield* freshId("Customer")
      const accounts = yield* Effect.forEach(
        [
          ...currencies.map((currency) => ({ type: "INTERNAL_FIAT" as const, currency })),
          { type: "EMBEDDED_WALLET" as const, currency: policy.walletCurrency }
        ],
        (account) => openedAccount({ ...account, customerId, at })
      )
      const wallets = accounts.filter(({ type }) => type === "EMBEDDED_WALLET")
      const first =
        email === undefined
          ? []
          : yield* Effect.forEach(wallets, ({ accountId }) => firstCredential(accountId, email, leg))
      const sealed = yield* sealedProfile(customerId, profile)
      return { standing, customerId, accounts, first: combined(...first), sealed }
    })
  )
  // A unique key taken by another customer is reported when the call is decided again.
  .lost((conflict) => (isTaken(formerUmaAddresses)(conflict) ? new UmaAddressTaken() : undefined))
  .decide(function insertCustomer({ at, checked, command: profile, environment, found, policy, prepared }) {
    const { accounts, customerId, first, sealed, standing } = prepared
    if (found.atAddress !== undefined) return Result.fail(new UmaAddressTaken())
    if (found.ofReference !== undefined) return Result.fail(new CustomerExists())
    const fields = {
      customerId,
      platformCustomerId: profile.platformCustomerId ?? customerId,
      reference: profile.platformCustomerId ?? customerId,
      umaAddress: profile.umaAddress ?? umaAddressOf(customerId, checked.umaDomain ?? UMA_DOMAIN),
      currencies: [...checked.currencies, policy.walletCurrency].map(({ code }) => code),
      ...sealed,
      createdAt: at,
      updatedAt: at
    }
    const { customer, drafts } = statusChange(undefined, initial(fields, standing), at, 0)
    const opened: Decision<CustomerView> = {
      reply: { customer, profile, owners: [] },
      changes: [
        insert(customers, environment, customer, at),
        ...accounts.map((account) => insert(internalAccounts, environment, account, at)),
        ...first.changes,
        ...(profile.umaAddress === undefined ? [] : [reserved(customer, profile.umaAddress, environment, at)])
      ],
      guards: [],
      drafts: [...drafts, ...(first.drafts ?? [])]
    }
    return Result.succeed(announcedTo(found.config, environment, opened))
  })
