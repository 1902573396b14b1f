import * as core from "@countersign/core"
import { Effect } from "effect"
import { customerViewBody } from "../contract/bodies/CustomerBody.ts"
import * as endpoint from "../contract/endpoints/readCustomer.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const readCustomer = handler(endpoint.readCustomer, ({ params }) =>
  answered(Effect.map(core.readCustomer(params.id), customerViewBody))
)
