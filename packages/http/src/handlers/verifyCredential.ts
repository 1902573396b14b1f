import * as core from "@countersign/core"
import { Effect } from "effect"
import { openedSession } from "../contract/bodies/AuthSession.ts"
import { signedRequestChallenge } from "../contract/bodies/SignedRequestChallenge.ts"
import * as endpoint from "../contract/endpoints/verifyCredential.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"
import { headersOfRetry } from "./headersOfRetry.ts"

export const verifyCredential = handler(endpoint.verifyCredential, ({ headers, params, payload }) =>
  answered(
    Effect.map(
      core.verifyCredential({ credentialId: params.id, submission: payload }, headersOfRetry(headers)),
      (outcome) =>
        outcome._tag === "Challenge" ? signedRequestChallenge(outcome.request) : openedSession(outcome.reply)
    )
  )
)
