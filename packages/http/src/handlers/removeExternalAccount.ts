import * as core from "@countersign/core"
import * as endpoint from "../contract/endpoints/removeExternalAccount.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const removeExternalAccount = handler(endpoint.removeExternalAccount, ({ params }) =>
  answered(core.removeExternalAccount(params.id, "customer"))
)
export const removePlatformAccount = handler(endpoint.removePlatformAccount, ({ params }) =>
  answered(core.removeExternalAccount(params.id, "platform"))
)
