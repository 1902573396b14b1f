import * as core from "@countersign/core"
import { inCurrencies } from "../contract/bodies/Money.ts"
import { transactionBody } from "../contract/bodies/TransactionBody.ts"
import * as endpoint from "../contract/endpoints/approvePayment.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const approvePayment = handler(endpoint.approvePayment, ({ params }) =>
  answered(inCurrencies(transactionBody)(core.approvePayment(params.id, "approved")))
)
export const rejectPayment = handler(endpoint.rejectPayment, ({ params }) =>
  answered(inCurrencies(transactionBody)(core.approvePayment(params.id, "rejected")))
)
