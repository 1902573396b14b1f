import * as core from "@countersign/core"
import { Effect } from "effect"
import { deliveryBody } from "../contract/bodies/DeliveryBody.ts"
import { pageBody, pageRequest } from "../contract/bodies/Paging.ts"
import * as endpoint from "../contract/endpoints/listDeliveries.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const listDeliveries = handler(endpoint.listDeliveries, ({ query }) =>
  answered(Effect.map(core.listDeliveries(query, pageRequest(query)), (page) => pageBody(page, deliveryBody)))
)
