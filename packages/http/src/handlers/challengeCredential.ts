import * as core from "@countersign/core"
import { Effect } from "effect"
import { authMethod } from "../contract/bodies/AuthMethod.ts"
import * as endpoint from "../contract/endpoints/challengeCredential.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const challengeCredential = handler(endpoint.challengeCredential, ({ params }) =>
  answered(
    Effect.map(core.challengeCredential(params.id), ({ credential, otpEncryptionTargetBundle }) =>
      authMethod(credential, otpEncryptionTargetBundle)
    )
  )
)
