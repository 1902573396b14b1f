import * as core from "@countersign/core"
import { Effect } from "effect"
import { openedSession } from "../contract/bodies/AuthSession.ts"
import { signedRequestChallenge } from "../contract/bodies/SignedRequestChallenge.ts"
import * as endpoint from "../contract/endpoints/refreshSession.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"
import { headersOfRetry } from "./headersOfRetry.ts"

export const refreshSession = handler(endpoint.refreshSession, ({ headers, params, payload }) =>
  answered(
    Effect.map(core.refreshSession({ sessionId: params.id, ...payload }, headersOfRetry(headers)), (outcome) =>
      outcome._tag === "Challenge" ? signedRequestChallenge(outcome.request) : openedSession(outcome.reply)
    )
  )
)
