import * as core from "@countersign/core"
import { inCurrencies } from "../contract/bodies/Money.ts"
import { pageBody, pageRequest } from "../contract/bodies/Paging.ts"
import { transactionBody } from "../contract/bodies/TransactionBody.ts"
import * as decide from "../contract/endpoints/approvePayment.ts"
import * as list from "../contract/endpoints/listTransactions.ts"
import * as read from "../contract/endpoints/readTransaction.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const readTransaction = handler(read.readTransaction, ({ params }) =>
  answered(inCurrencies(transactionBody)(core.readTransaction(params.id)))
)
export const listTransactions = handler(list.listTransactions, ({ query: { sortOrder, status, ...query } }) =>
  answered(
    inCurrencies((known) => (page: core.Page<core.Transactions.Transaction>) => pageBody(page, transactionBody(known)))(
      core.listTransactions(
        {
          ...query,
          ...(status === undefined ? {} : { status: inside[status] }),
          ...(sortOrder === "asc" ? { order: "oldest" } : {})
        },
        pageRequest(query)
      )
    )
  )
)
export const approvePayment = handler(decide.approvePayment, ({ params }) =>
  answered(inCurrencies(transactionBody)(core.approvePayment(params.id, "approved")))
)
export const rejectPayment = handler(decide.rejectPayment, ({ params }) =>
  answered(inCurrencies(transactionBody)(core.approvePayment(params.id, "rejected")))
)

const inside = {
  PENDING: "Pending",
  PROCESSING: "Processing",
  COMPLETED: "Completed",
  FAILED: "Failed",
  EXPIRED: "Expired"
} as const
