import * as core from "@countersign/core"
import { Effect } from "effect"
import { externalAccountBody } from "../contract/bodies/ExternalAccountBody.ts"
import * as endpoint from "../contract/endpoints/createExternalAccount.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

const create = (scope: core.AccountScope, body: core.JsonObject) =>
  answered(Effect.map(core.createExternalAccount(scope, body), externalAccountBody))

export const createExternalAccount = handler(endpoint.createExternalAccount, ({ payload }) =>
  create("customer", payload)
)
export const createPlatformAccount = handler(endpoint.createPlatformAccount, ({ payload }) =>
  create("platform", payload)
)
