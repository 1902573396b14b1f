import { Effect } from "effect"
import { environmentKey } from "../../model/Environment.ts"
import type { BeneficialOwnerId, CustomerId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { byId, findPage, loadOne, openAll } from "../../store/records.ts"
import { openedOwner } from "./personalInfo.ts"
import { beneficialOwners, OwnerNotFound } from "./rules/BeneficialOwner.ts"

export const readOwner = Effect.fnUntraced(function* (id: BeneficialOwnerId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const owner = yield* loadOne(byId(beneficialOwners, environment, id))
  return owner === undefined ? yield* new OwnerNotFound() : yield* openedOwner(owner.value)
})

/** Returns the beneficial owners of a business, newest first. */
export const listOwners = Effect.fnUntraced(function* (customerId: CustomerId, page: PageRequest) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const index = { name: "customer", values: [customerId] }
  const found = yield* findPage({ collection: beneficialOwners, environment, index }, page)
  return { ...found, items: yield* openAll(beneficialOwners, found.items, openedOwner) }
})
