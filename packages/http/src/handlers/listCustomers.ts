import * as core from "@countersign/core"
import { Effect } from "effect"
import { customerViewBody } from "../contract/bodies/CustomerBody.ts"
import { pageBody, pageRequest } from "../contract/bodies/Paging.ts"
import * as endpoint from "../contract/endpoints/listCustomers.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const listCustomers = handler(endpoint.listCustomers, ({ query }) =>
  answered(Effect.map(core.listCustomers(query, pageRequest(query)), (page) => pageBody(page, customerViewBody)))
)
