import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { CustomerBody } from "../bodies/CustomerBody.ts"
import { countryCode, currencyCode } from "../bodies/codes.ts"
import { flag } from "../bodies/flag.ts"
import { pageOf, paging } from "../bodies/Paging.ts"
import { Timestamp } from "../bodies/wire.ts"

const identifier = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(512)))
const instant = Schema.optionalKey(Timestamp)

export const listCustomers = HttpApiEndpoint.get("listCustomers", "/customers", {
  query: {
    platformCustomerId: identifier,
    umaAddress: identifier,
    customerType: Schema.optionalKey(Schema.Literals(["INDIVIDUAL", "BUSINESS"])),
    region: Schema.optionalKey(countryCode),
    currency: Schema.optionalKey(currencyCode),
    createdAfter: instant,
    createdBefore: instant,
    updatedAfter: instant,
    updatedBefore: instant,
    isIncludingDeleted: Schema.optionalKey(flag),
    ...paging
  },
  success: pageOf(CustomerBody)
})
  .annotate(OpenApi.Summary, "List customers, newest first")
  .annotate(
    OpenApi.Description,
    "Every filter that is given has to hold; instants are included. A page may hold fewer than its limit where a filter passes over many, and hasMore says whether to go on."
  )
