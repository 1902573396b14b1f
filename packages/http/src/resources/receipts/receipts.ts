import { Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { get } from "../endpoint.ts"
import { optional, paged, pageOf, paging, Timestamp } from "../fields.ts"

const range = { startDate: Schema.optionalKey(Timestamp), endDate: Schema.optionalKey(Timestamp), ...paging }

export const listReceipts = get("listReceipts", "/receipts", {
  ofUser: "accountId",
  summary: "List the receipts of an account, oldest first",
  description:
    "Every authorised action on the account, with the signature that authorised it. Without filters, the items in order are a chain that verifies offline.",
  query: {
    accountId: core.AccountId,
    operation: optional(Schema.String.check(Schema.isMaxLength(255)), "For example ExportWallet or SuspendAccount"),
    ...range
  },
  success: pageOf(core.Receipt.annotate({ identifier: "Receipt" })),
  handle: ({ query: { accountId, endDate, operation, startDate, ...page } }) =>
    paged(
      page,
      (request) => core.listReceipts(accountId, request, { operation, since: startDate, until: endDate }),
      (receipt) => receipt
    )
})

const text = Schema.optionalKey(Schema.String)

const ActivityBody = Schema.Struct({
  id: Schema.String.annotate({ description: "The consumed id of the receipt, or an id of the activity alone" }),
  at: Timestamp,
  type: core.ActivityType,
  actor: core.Actor,
  actorName: text,
  reason: text,
  sessionId: text.annotate({ description: "The session that the activity is about" }),
  credentialId: text.annotate({ description: "The credential that the activity is about" }),
  signedBy: Schema.optionalKey(Schema.Struct({ sessionId: text, credentialId: text })),
  sequence: optional(Schema.Int, "The position of the receipt in the chain of the account; absent without a receipt"),
  operation: text,
  transactionId: text,
  amount: Schema.optionalKey(core.Money),
  details: Schema.optionalKey(core.Details),
  isErased: optional(Schema.Literal(true), "The details were erased with the customer")
}).annotate({
  identifier: "Activity",
  description: "One entry of the history of an account. docs/guides/receipts.md documents the fields"
})

export const listActivity = get("listActivity", "/activity", {
  ofUser: "accountId",
  summary: "List the history of an account, newest first",
  description:
    "The receipts of the account, and what happened without a receipt: money that arrived, a lock after wrong codes. Details are erased with the customer. A filter can leave a page with fewer items than its limit.",
  query: { accountId: core.AccountId, type: Schema.optionalKey(core.ActivityType), ...range },
  success: pageOf(ActivityBody),
  handle: ({ query: { accountId, endDate, startDate, type, ...page } }) =>
    paged(
      page,
      (request) => core.listActivity(accountId, request, { type, since: startDate, until: endDate }),
      (activity) => activity
    )
})
