import * as core from "@countersign/core"
import { Effect } from "effect"
import { customerViewBody } from "../contract/bodies/CustomerBody.ts"
import * as endpoint from "../contract/endpoints/deleteCustomer.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const deleteCustomer = handler(endpoint.deleteCustomer, ({ params }) =>
  answered(Effect.map(core.deleteCustomer(params.id), customerViewBody))
)
