import * as core from "@countersign/core"
import { Effect } from "effect"
import { internalAccountBody } from "../contract/bodies/InternalAccountBody.ts"
import * as endpoint from "../contract/endpoints/listPlatformInternalAccounts.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const listPlatformInternalAccounts = handler(endpoint.listPlatformInternalAccounts, ({ query }) =>
  answered(Effect.map(core.listPlatformAccounts(query), (accounts) => ({ data: accounts.map(internalAccountBody) })))
)
