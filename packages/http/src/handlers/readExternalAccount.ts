import * as core from "@countersign/core"
import { Effect } from "effect"
import { externalAccountBody } from "../contract/bodies/ExternalAccountBody.ts"
import * as endpoint from "../contract/endpoints/readExternalAccount.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

const read = (scope: core.AccountScope, id: core.ExternalAccountId) =>
  answered(Effect.map(core.readExternalAccount(id, scope), externalAccountBody))

export const readExternalAccount = handler(endpoint.readExternalAccount, ({ params }) => read("customer", params.id))
export const readPlatformAccount = handler(endpoint.readPlatformAccount, ({ params }) => read("platform", params.id))
