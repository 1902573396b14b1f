import { Effect } from "effect"
import {
  type BeneficialOwner,
  beneficialOwners,
  type OpenedOwner,
  openedOwner
} from "../../beneficial-owners/BeneficialOwner.ts"
import type { OpenedCustomer } from "../../customers/Customer.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { byIndex, type Stored } from "../../ports/records.ts"

/** A customer with the people behind it: of a person nobody, of a business the newest 100. */
export interface CustomerView extends OpenedCustomer {
  readonly owners: ReadonlyArray<OpenedOwner>
}

export const ownersOf = (environment: EnvironmentKey, customerId: string) =>
  byIndex(beneficialOwners, environment, "customer", [customerId])

export const customerView = Effect.fnUntraced(function* (
  opened: OpenedCustomer,
  owners: ReadonlyArray<Stored<BeneficialOwner>>
) {
  const view: CustomerView = { ...opened, owners: yield* Effect.forEach(owners, ({ value }) => openedOwner(value)) }
  return view
})
