import * as core from "@countersign/core"
import { Effect } from "effect"
import { internalAccountBody } from "../contract/bodies/InternalAccountBody.ts"
import * as endpoint from "../contract/endpoints/readAccount.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const readAccount = handler(endpoint.readAccount, ({ params }) =>
  answered(Effect.map(core.readAccount(params.id), internalAccountBody))
)
