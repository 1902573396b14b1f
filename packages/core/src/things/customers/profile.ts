import { Effect } from "effect"
import type { CustomerId } from "../../model/ids.ts"
import { vaultedText } from "../../ports/Vault.ts"
import { NewCustomer } from "./rules/bodies.ts"
import type { Customer } from "./rules/Customer.ts"

/** A customer with its decrypted profile. */
export interface OpenedCustomer {
  readonly customer: Customer
  readonly profile: NewCustomer
}

const profiles = vaultedText(NewCustomer)

/** The encryption context includes the customer's id, so a value copied into another record does not decrypt. */
const contextOf = (id: CustomerId): string => `customer ${id}`

/** The stored form of a profile: the encrypted profile, plus the fields that lists and credentials need. */
export const sealedProfile = Effect.fnUntraced(function* (id: CustomerId, profile: NewCustomer) {
  const { customerType, email, region } = profile
  const retained: Pick<Customer, "customerType" | "email" | "region" | "sealed"> = {
    customerType,
    ...(region === undefined ? {} : { region }),
    ...(email === undefined ? {} : { email }),
    sealed: yield* profiles.seal(profile, contextOf(id))
  }
  return retained
})

export const openedCustomer = Effect.fnUntraced(function* (customer: Customer) {
  const profile = yield* profiles.open(customer.sealed, contextOf(customer.customerId))
  const result: OpenedCustomer = { customer, profile }
  return result
})
