import * as core from "@countersign/core"
import { inCurrencies } from "../contract/bodies/Money.ts"
import { transactionBody } from "../contract/bodies/TransactionBody.ts"
import * as endpoint from "../contract/endpoints/transfer.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const transferIn = handler(endpoint.transferIn, ({ payload: { amount, destination, source } }) =>
  answered(
    inCurrencies(transactionBody)(
      core.transferIn({ internal: destination.accountId, external: source.accountId, amount })
    )
  )
)
export const transferOut = handler(endpoint.transferOut, ({ payload: { amount, destination, source } }) =>
  answered(
    inCurrencies(transactionBody)(
      core.transferOut({ internal: source.accountId, external: destination.accountId, amount })
    )
  )
)
