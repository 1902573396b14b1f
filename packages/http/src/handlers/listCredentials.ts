import * as core from "@countersign/core"
import { Effect } from "effect"
import { authMethod } from "../contract/bodies/AuthMethod.ts"
import * as endpoint from "../contract/endpoints/listCredentials.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const listCredentials = handler(endpoint.listCredentials, ({ query }) =>
  answered(
    Effect.map(core.listCredentials(query.accountId), (credentials) => ({
      data: credentials.map((credential) => authMethod(credential))
    }))
  )
)
