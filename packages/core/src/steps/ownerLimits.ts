import type { Bucket } from "../model/Bucket.ts"
import type { EnvironmentKey } from "../model/Environment.ts"
import type { PolicyValues } from "../model/Policy.ts"
import { valueOf } from "../schema/compiledDecoder.ts"
import type { Declaration } from "../store/Collection.ts"
import type { Change } from "../store/Store.ts"
import { beneficialOwners } from "../things/beneficial-owners/rules/BeneficialOwner.ts"
import { verifications } from "../things/customers/rules/CustomerVerification.ts"
import { formerUmaAddresses } from "../things/customers/rules/formerUmaAddresses.ts"
import { externalAccounts } from "../things/external-accounts/rules/ExternalAccount.ts"
import { quotes } from "../things/payments/rules/Quote.ts"
import { platforms } from "../things/platforms/rules/Platform.ts"
import { settingsRevisions } from "../things/settings/rules/PlatformSettings.ts"
import { createdTokens } from "../things/tokens/rules/ApiToken.ts"

/** Records that a call makes without a signature: for a customer, or for the platform. */
const OF_CUSTOMERS = [quotes, externalAccounts, beneficialOwners, verifications, formerUmaAddresses]
const OF_PLATFORMS = [createdTokens, platforms, settingsRevisions]
const names = (all: ReadonlyArray<Declaration>): ReadonlySet<string> => new Set(all.map(({ name }) => name))
const [customersOwn, platformsOwn] = [names(OF_CUSTOMERS), names(OF_PLATFORMS)]

/** The names of the collections whose records have a budget. */
export const budgeted: ReadonlySet<string> = new Set([...customersOwn, ...platformsOwn])

/**
 * The budgets of the records that a plan inserts, by customer and kind. They apply where plans are committed, so that no
 * operation can forget them (I25). Quotes and accounts of the platform itself name no customer and have no budget.
 */
export const ownerLimits = (
  changes: ReadonlyArray<Change>,
  policy: PolicyValues,
  here: EnvironmentKey
): ReadonlyArray<Bucket> => {
  const buckets: Array<Bucket> = []
  for (const change of changes) {
    const { collection, op } = change
    if (op !== "insert" || !budgeted.has(collection.name)) continue
    const owner = platformsOwn.has(collection.name) ? "platform" : valueOf(change.body, "customerId")
    if (typeof owner !== "string") continue
    const key = `new ${collection.name} ${owner}`
    // By the caller's environment: a new platform is in one of its own.
    buckets.push({ environment: here, key, ...policy.recordsPerOwner, consistency: "eventual" })
  }
  return buckets
}
