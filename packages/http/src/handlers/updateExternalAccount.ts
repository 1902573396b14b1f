import * as core from "@countersign/core"
import { Effect } from "effect"
import { externalAccountBody } from "../contract/bodies/ExternalAccountBody.ts"
import * as endpoint from "../contract/endpoints/updateExternalAccount.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

const update = (scope: core.AccountScope, id: core.ExternalAccountId, body: core.JsonObject) =>
  answered(Effect.map(core.updateExternalAccount(id, body, scope), externalAccountBody))

export const updateExternalAccount = handler(endpoint.updateExternalAccount, ({ params, payload }) =>
  update("customer", params.id, payload)
)
export const updatePlatformAccount = handler(endpoint.updatePlatformAccount, ({ params, payload }) =>
  update("platform", params.id, payload)
)
