import * as core from "@countersign/core"
import { Effect } from "effect"
import { challengeBody } from "../contract/bodies/ChallengeReply.ts"
import * as endpoint from "../contract/endpoints/challengeCredential.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const challengeCredential = handler(endpoint.challengeCredential, ({ params, payload }) =>
  answered(Effect.map(core.challengeCredential(params.id, payload.clientPublicKey), challengeBody))
)
