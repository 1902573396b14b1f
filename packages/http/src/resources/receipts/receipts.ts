import { Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { get } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"
import { paged, pageOf, paging } from "../paging.ts"

const ReceiptBody = core.Receipt.annotate({ identifier: "Receipt" })

export const listReceipts = get("listReceipts", "/receipts", {
  ofUser: "accountId",
  summary: "List the receipts of an account, oldest first",
  description:
    "Every authorised action on the account, with the signature that authorised it. Without filters, the items in order are a chain that verifies offline.",
  query: {
    accountId: core.AccountId,
    operation: Schema.optionalKey(
      Schema.String.check(Schema.isMaxLength(255)).annotate({
        description: "For example ExportWallet or SuspendAccount"
      })
    ),
    startDate: Schema.optionalKey(Timestamp),
    endDate: Schema.optionalKey(Timestamp),
    ...paging
  },
  success: pageOf(ReceiptBody),
  handle: ({ query: { accountId, endDate, operation, startDate, ...page } }) =>
    paged(
      page,
      (request) => core.listReceipts(accountId, request, { operation, since: startDate, until: endDate }),
      (receipt) => receipt
    )
})
