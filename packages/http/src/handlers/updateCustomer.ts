import * as core from "@countersign/core"
import { Effect } from "effect"
import { customerViewBody } from "../contract/bodies/CustomerBody.ts"
import { signedRequestChallenge } from "../contract/bodies/SignedRequestChallenge.ts"
import * as endpoint from "../contract/endpoints/updateCustomer.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"
import { headersOfRetry } from "./headersOfRetry.ts"

export const updateCustomer = handler(endpoint.updateCustomer, ({ headers, params, payload, sent }) =>
  answered(
    Effect.map(
      core.updateCustomer({ customerId: params.id, patch: payload, body: sent }, headersOfRetry(headers)),
      (outcome) =>
        outcome._tag === "Challenge" ? signedRequestChallenge(outcome.request) : customerViewBody(outcome.reply)
    )
  )
)
