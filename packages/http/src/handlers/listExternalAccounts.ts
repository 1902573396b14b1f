import * as core from "@countersign/core"
import { Effect } from "effect"
import { externalAccountBody } from "../contract/bodies/ExternalAccountBody.ts"
import { pageBody, pageRequest } from "../contract/bodies/Paging.ts"
import * as endpoint from "../contract/endpoints/listExternalAccounts.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

const list = (
  scope: core.AccountScope,
  query: Omit<core.ExternalAccountFilter, "scope"> & Parameters<typeof pageRequest>[0]
) =>
  answered(
    Effect.map(core.listExternalAccounts({ ...query, scope }, pageRequest(query)), (page) =>
      pageBody(page, externalAccountBody)
    )
  )

export const listExternalAccounts = handler(endpoint.listExternalAccounts, ({ query }) => list("customer", query))
export const listPlatformAccounts = handler(endpoint.listPlatformAccounts, ({ query }) => list("platform", query))
