import { type Guard, id, object, optional, text } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Signer } from "../keyPair.ts"
import { segment } from "./path.ts"
import type { Perform } from "./signedRetry.ts"

/** The fields of a customer that these calls change. */
export interface Customer {
  /** `Customer:<uuid>`. */
  readonly id: string
  readonly email?: string | undefined
}

export interface Customers {
  /**
   * Changes the e-mail address of a customer, `Customer:<uuid>`, which receives login codes. `signer` is a session of
   * the customer's oldest wallet that has a credential. Throws `UnexpectedAnswerError` and signs nothing when the
   * payload names another address or another customer. The server notifies the old and the new address.
   */
  readonly changeEmail: (customerId: string, email: string, options: { readonly signer: Signer }) => Promise<Customer>
  /**
   * Deletes a customer: closes its accounts, removes its credentials and ends its sessions. `signer` is a session of
   * any of its wallets. Throws `UnexpectedAnswerError` and signs nothing when the payload names another customer.
   * Refused with 409 while an account has a balance. Export the wallet first; this call does not.
   */
  readonly delete: (customerId: string, options: { readonly signer: Signer }) => Promise<void>
}

export const customersOn = (perform: Perform): Customers => ({
  changeEmail: async (customerId, email, { signer }) => {
    const call = { method: "PATCH", path: pathOf(customerId), body: { email }, signer }
    const names = { userEmail: normalized(email), userId: ofOneCase(customerId) }
    const agreed = { type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL", names }
    return readAs(await perform({ ...call, agreed }), isCustomer, "a Customer")
  },
  delete: async (customerId, { signer }) => {
    const call = { method: "DELETE", path: pathOf(customerId), signer }
    const agreed = { type: "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION", names: { userId: ofOneCase(customerId) } }
    readAs(await perform({ ...call, agreed }), isCustomer, "a Customer")
  }
})

const pathOf = (customerId: string): string => `/customers/${segment(customerId)}`

/** Normalizes an address as the server stores and signs it: NFKC, trimmed, with the host in lower case. */
const normalized = (email: string): string => {
  const address = email.normalize("NFKC").trim()
  const at = address.lastIndexOf("@")
  return address.slice(0, at + 1) + address.slice(at + 1).toLowerCase()
}

/** Normalizes an id as the server does: hexadecimal digits in lower case. */
const ofOneCase = (customerId: string): string => {
  const colon = customerId.indexOf(":")
  return customerId.slice(0, colon + 1) + customerId.slice(colon + 1).toLowerCase()
}

const isCustomer: Guard<Customer> = object<Customer>({ id: id("Customer"), email: optional(text) })
