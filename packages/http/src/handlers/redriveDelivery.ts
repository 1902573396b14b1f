import * as core from "@countersign/core"
import { Effect } from "effect"
import { deliveryBody } from "../contract/bodies/DeliveryBody.ts"
import * as endpoint from "../contract/endpoints/redriveDelivery.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const redriveDelivery = handler(endpoint.redriveDelivery, ({ params }) =>
  answered(Effect.map(core.redriveDelivery(params.id), deliveryBody))
)
