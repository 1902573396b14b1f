import { type Guard, id, object, optional, text } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Signer } from "../keyPair.ts"
import { segment } from "./path.ts"
import type { Perform } from "./signedRetry.ts"

/** A customer, as far as these calls change it. */
export interface Customer {
  /** `Customer:<uuid>`. */
  readonly id: string
  readonly email?: string | undefined
}

export interface Customers {
  /**
   * Changes the e-mail address of a customer, `Customer:<uuid>`, to which codes are mailed. `signer` is a session of its
   * oldest wallet that has a credential. A payload that names another address or another customer is an
   * `UnexpectedAnswerError`, and nothing is signed. The old and the new address are notified.
   */
  readonly changeEmail: (customerId: string, email: string, options: { readonly signer: Signer }) => Promise<Customer>
  /**
   * Deletes a customer: its accounts close, its credentials are removed and its sessions end. `signer` is a session of
   * any of its wallets. A payload for another customer is an `UnexpectedAnswerError`, and nothing is signed. Refused with
   * 409 while an account holds money. Export the wallet first: this does not.
   */
  readonly delete: (customerId: string, options: { readonly signer: Signer }) => Promise<void>
}

export const customersOn = (perform: Perform): Customers => ({
  changeEmail: async (customerId, email, { signer }) => {
    const call = { method: "PATCH", path: pathOf(customerId), body: { email }, signer }
    const names = { userEmail: spelled(email), userId: ofOneCase(customerId) }
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

/** An address as the service stores and signs it: in its compatible characters, trimmed, its host in lower case. */
const spelled = (email: string): string => {
  const address = email.normalize("NFKC").trim()
  const at = address.lastIndexOf("@")
  return address.slice(0, at + 1) + address.slice(at + 1).toLowerCase()
}

/** The service reads an id in either case and writes its hexadecimal digits in lower case. */
const ofOneCase = (customerId: string): string => {
  const colon = customerId.indexOf(":")
  return customerId.slice(0, colon + 1) + customerId.slice(colon + 1).toLowerCase()
}

const isCustomer: Guard<Customer> = object<Customer>({ id: id("Customer"), email: optional(text) })
