import * as core from "@countersign/core"
import { Effect } from "effect"
import { customerViewBody } from "../contract/bodies/CustomerBody.ts"
import * as endpoint from "../contract/endpoints/createCustomer.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const createCustomer = handler(endpoint.createCustomer, ({ payload }) =>
  answered(Effect.map(core.createCustomer(payload), customerViewBody))
)
