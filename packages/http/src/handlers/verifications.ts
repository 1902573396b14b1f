import * as core from "@countersign/core"
import { Effect } from "effect"
import { pageBody, pageRequest } from "../contract/bodies/Paging.ts"
import { verificationBody } from "../contract/bodies/VerificationBody.ts"
import * as endpoint from "../contract/endpoints/verifications.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const createVerification = handler(endpoint.createVerification, ({ payload }) =>
  answered(Effect.map(core.verifyCustomer(payload.customerId), verificationBody))
)
export const listVerifications = handler(endpoint.listVerifications, ({ query }) =>
  answered(Effect.map(core.listVerifications(query, pageRequest(query)), (page) => pageBody(page, verificationBody)))
)
export const readVerification = handler(endpoint.readVerification, ({ params }) =>
  answered(Effect.map(core.readVerification(params.id), verificationBody))
)
