import { EventId } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { DeliveryBody } from "../bodies/DeliveryBody.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"

export const redriveDelivery = HttpApiEndpoint.post("redriveDelivery", "/webhooks/deliveries/:id/redrive", {
  params: { id: EventId },
  headers: idempotencyHeader,
  success: DeliveryBody,
  error: refusalsOf("redriveDelivery")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Send an event again, whether or not it was delivered")
