import * as core from "@countersign/core"
import { Effect } from "effect"
import { internalAccountBody } from "../contract/bodies/InternalAccountBody.ts"
import { signedRequestChallenge } from "../contract/bodies/SignedRequestChallenge.ts"
import * as endpoint from "../contract/endpoints/updateAccount.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"
import { headersOfRetry } from "./headersOfRetry.ts"

export const updateAccount = handler(endpoint.updateAccount, ({ headers, params, payload }) =>
  answered(
    Effect.map(core.updateAccount({ accountId: params.id, ...payload }, headersOfRetry(headers)), (outcome) =>
      outcome._tag === "Challenge" ? signedRequestChallenge(outcome.request) : internalAccountBody(outcome.reply)
    )
  )
)
