import * as core from "@countersign/core"
import { Effect } from "effect"
import { pageBody, pageRequest } from "../contract/bodies/Paging.ts"
import { createdTokenBody, tokenBody } from "../contract/bodies/TokenBody.ts"
import * as endpoint from "../contract/endpoints/tokens.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const createToken = handler(endpoint.createToken, ({ payload }) =>
  answered(Effect.map(core.createToken(payload), createdTokenBody))
)
export const listTokens = handler(endpoint.listTokens, ({ query }) =>
  answered(Effect.map(core.listTokens(pageRequest(query)), (page) => pageBody(page, tokenBody)))
)
export const readToken = handler(endpoint.readToken, ({ params }) =>
  answered(Effect.map(core.readToken(params.id), tokenBody))
)
export const deleteToken = handler(endpoint.deleteToken, ({ params }) => answered(core.deleteToken(params.id)))
