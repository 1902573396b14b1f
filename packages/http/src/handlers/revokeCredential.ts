import * as core from "@countersign/core"
import { Effect } from "effect"
import { signedRequestChallenge } from "../contract/bodies/SignedRequestChallenge.ts"
import * as endpoint from "../contract/endpoints/revokeCredential.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"
import { headersOfRetry } from "./headersOfRetry.ts"

export const revokeCredential = handler(endpoint.revokeCredential, ({ headers, params }) =>
  answered(
    Effect.map(core.revokeCredential({ credentialId: params.id }, headersOfRetry(headers)), (outcome) =>
      outcome._tag === "Challenge" ? signedRequestChallenge(outcome.request) : undefined
    )
  )
)
