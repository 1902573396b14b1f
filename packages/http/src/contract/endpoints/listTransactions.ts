import { CustomerId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { pageOf, paging } from "../bodies/Paging.ts"
import { TransactionBody, TransactionStatus } from "../bodies/TransactionBody.ts"
import { Timestamp } from "../bodies/wire.ts"
import { Reach } from "../Reach.ts"

const identifier = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(255)))

export const listTransactions = HttpApiEndpoint.get("listTransactions", "/transactions", {
  query: {
    customerId: Schema.optionalKey(CustomerId),
    platformCustomerId: identifier,
    accountIdentifier: identifier,
    senderAccountIdentifier: identifier,
    receiverAccountIdentifier: identifier,
    status: Schema.optionalKey(TransactionStatus),
    type: Schema.optionalKey(Schema.Literals(["INCOMING", "OUTGOING"])),
    reference: identifier,
    startDate: Schema.optionalKey(Timestamp),
    endDate: Schema.optionalKey(Timestamp),
    sortOrder: Schema.optionalKey(Schema.Literals(["asc", "desc"])),
    ...paging
  },
  success: pageOf(TransactionBody)
})
  .annotate(Reach, "rails")
  .annotate(OpenApi.Summary, "List payments, newest first or oldest")
