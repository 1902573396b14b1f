import * as core from "@countersign/core"
import { Effect } from "effect"
import { signedRequestChallenge } from "../contract/bodies/SignedRequestChallenge.ts"
import * as endpoint from "../contract/endpoints/revokeSession.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"
import { headersOfRetry } from "./headersOfRetry.ts"

export const revokeSession = handler(endpoint.revokeSession, ({ headers, params }) =>
  answered(
    Effect.map(core.revokeSession({ sessionId: params.id }, headersOfRetry(headers)), (outcome) =>
      outcome._tag === "Challenge" ? signedRequestChallenge(outcome.request) : undefined
    )
  )
)
