import * as core from "@countersign/core"
import { Effect } from "effect"
import { authMethod } from "../contract/bodies/AuthMethod.ts"
import { signedRequestChallenge } from "../contract/bodies/SignedRequestChallenge.ts"
import * as endpoint from "../contract/endpoints/addCredential.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"
import { headersOfRetry } from "./headersOfRetry.ts"

export const addCredential = handler(endpoint.addCredential, ({ headers, payload, sent }) =>
  answered(
    Effect.map(
      core.addCredential({ accountId: payload.accountId, addition: payload, body: sent }, headersOfRetry(headers)),
      (outcome) =>
        outcome._tag === "Challenge"
          ? signedRequestChallenge(outcome.request)
          : authMethod(outcome.reply.credential, outcome.reply.otpEncryptionTargetBundle)
    )
  )
)
