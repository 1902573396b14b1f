import * as core from "@countersign/core"
import { Effect } from "effect"
import { internalAccountBody } from "../contract/bodies/InternalAccountBody.ts"
import { pageBody, pageRequest } from "../contract/bodies/Paging.ts"
import * as endpoint from "../contract/endpoints/listAccounts.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

const list = (query: core.AccountFilter & Parameters<typeof pageRequest>[0]) =>
  answered(Effect.map(core.listAccounts(query, pageRequest(query)), (page) => pageBody(page, internalAccountBody)))

export const listAccounts = handler(endpoint.listAccounts, ({ query }) => list(query))
export const listCustomerAccounts = handler(endpoint.listCustomerAccounts, ({ query }) => list(query))
