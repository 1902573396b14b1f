import { DeliveryStatus } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { DeliveryBody } from "../bodies/DeliveryBody.ts"
import { pageOf, paging } from "../bodies/Paging.ts"

export const listDeliveries = HttpApiEndpoint.get("listDeliveries", "/webhooks/deliveries", {
  query: { status: Schema.optionalKey(DeliveryStatus), ...paging },
  success: pageOf(DeliveryBody)
}).annotate(OpenApi.Summary, "List events and whether they were delivered, newest first")
