import { maskedText } from "@countersign/account-types"
import type { Customer } from "@countersign/core"
import { Schema } from "effect"
import { CustomerBody, customerBody } from "../contract/bodies/CustomerBody.ts"

const encode = Schema.encodeSync(CustomerBody)

/** A customer for a webhook, which passes through hands that no answer does: of a tax id the last four characters. */
export const maskedCustomer = (customer: Customer) => {
  const body = customerBody(customer)
  if (body.customerType === "INDIVIDUAL" || body.businessInfo.taxId === undefined) return encode(body)
  return encode({ ...body, businessInfo: { ...body.businessInfo, taxId: maskedText(body.businessInfo.taxId) } })
}
