import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { get, type Path, post } from "../endpoint.ts"
import { created, listed, paged, pageOf, Timestamp } from "../fields.ts"

const ListedEventType = listed(core.EventType)
const shownEventType = core.compiledDecoder(ListedEventType)

const DeliveryBody = Schema.Struct({
  id: core.EventId,
  type: ListedEventType.annotate({ description: "For example `OUTGOING_PAYMENT.COMPLETED`" }),
  sequence: Schema.optionalKey(Schema.Int),
  status: core.DeliveryStatus,
  attempts: Schema.Int,
  lastStatus: Schema.optionalKey(Schema.Int),
  lastFault: Schema.optionalKey(core.DeliveryFault),
  createdAt: Timestamp,
  nextAttemptAt: Schema.optionalKey(Timestamp),
  deliveredAt: Schema.optionalKey(Timestamp)
}).annotate({
  identifier: "WebhookDelivery",
  description: "An event and its delivery state. It does not contain the event's resource; read that separately"
})

const deliveryBody = ({ at, dueAt, eventId, type, ...event }: core.Event): typeof DeliveryBody.Type => ({
  ...event,
  type: shownEventType(type),
  id: eventId,
  createdAt: at,
  ...(dueAt === undefined ? {} : { nextAttemptAt: dueAt })
})

const sends = {
  achieves: "Sends test events, and events again, to the platform's endpoint.",
  because: "They report what has happened and change nothing."
}

export const listDeliveries = get("listDeliveries", "/webhooks/deliveries", {
  summary: "List events and their delivery status, newest first",
  query: { status: Schema.optionalKey(core.DeliveryStatus), ...created },
  success: pageOf(DeliveryBody),
  handle: ({ query }) => paged(query, (page) => core.listDeliveries(query, page), deliveryBody)
})

export const redriveDelivery = post("redriveDelivery", "/webhooks/deliveries/:id/redrive", {
  summary: "Send an event again, even if it was delivered",
  tokenAlone: sends,
  params: { id: core.EventId },
  success: DeliveryBody,
  refusals: ["DeliveryNotFound"],
  handle: ({ params }) => Effect.map(core.redriveDelivery(params.id), deliveryBody)
})

const TestAnswer = Schema.Struct({
  url: Schema.String,
  response_status: Schema.Int,
  response_body: Schema.Literal("")
}).annotate({
  identifier: "WebhookTest",
  description:
    "The response of the receiver of a test webhook. `response_body` is always empty, so that a test cannot read from internal servers"
})

const test = (name: string, path: Path, summary: string) =>
  post(name, path, {
    summary,
    description:
      "Sends one TEST event to url, or to the configured webhookEndpoint, and waits for the result. response_body is always empty.",
    tokenAlone: sends,
    payload: Schema.Struct({ url: Schema.optionalKey(Schema.String) }),
    lenient: "ignoring",
    success: TestAnswer,
    refusals: ["WebhookEndpointNotSet", "WebhookEndpointRefused", "WebhookNotDelivered"],
    handle: ({ payload }) =>
      Effect.map(core.testWebhook(payload.url), ({ status, url }) => ({
        url,
        response_status: status,
        response_body: "" as const
      }))
  })

export const testWebhook = test("testWebhook", "/webhooks/test", "Send a test webhook")

export const testSandboxWebhook = test(
  "testSandboxWebhook",
  "/sandbox/webhooks/test",
  "Send a test webhook (second path)"
)
