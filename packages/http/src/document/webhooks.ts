import { EventType } from "@countersign/core/internal"
import type { Subject } from "../resources/webhooks/eventBodies.ts"

/** The component that describes `data` of each subject's events; a TEST carries an empty object. */
const components: { readonly [Name in Subject]: string | undefined } = {
  OUTGOING_PAYMENT: "Transaction",
  INCOMING_PAYMENT: "Transaction",
  INTERNAL_ACCOUNT: "InternalAccount",
  CUSTOMER: "Customer",
  VERIFICATION: "Verification",
  EXTERNAL_ACCOUNT: "ExternalAccount",
  TEST: undefined
}

/** The `webhooks` of the document: a POST to the platform's endpoint for each type of event. */
export const webhooks = (): Readonly<Record<string, object>> =>
  Object.fromEntries(EventType.literals.map((type) => [type, { post: operation(type) }]))

const operation = (type: EventType) => ({
  operationId: `webhooks.${type}`,
  summary: `Posted to webhookEndpoint: ${type}`,
  // The platform verifies signatures; no API token travels with an event.
  security: [],
  parameters: HEADERS.map(([name, description]) => ({
    name,
    in: "header",
    required: true,
    schema: { type: "string" },
    description
  })),
  requestBody: { required: true, content: { "application/json": { schema: bodyOf(type) } } },
  responses: { "2XX": { description: "Received. Any other status, or none within 15 seconds, is tried again." } }
})

const HEADERS = [
  ["webhook-id", "The event's id, equal over retries"],
  ["webhook-timestamp", "When this delivery was signed: seconds since the epoch"],
  ["webhook-signature", "Standard Webhooks: v1 (HMAC-SHA256) and v1a (Ed25519) over id, timestamp and body"],
  ["X-Service-Signature", 'JSON {"v":"1","s":"<base64>"}: a DER signature of P-256 over the body. Hosts may rename it.']
] as const

const bodyOf = (type: EventType) => {
  const component = Object.entries(components).find(([subject]) => subject === type.split(".")[0])?.[1]
  const data = component === undefined ? { type: "object" } : { $ref: `#/components/schemas/${component}` }
  const isPayment = type.startsWith("OUTGOING_PAYMENT.")
  return {
    type: "object",
    required: ["id", "type", "timestamp", "data", ...(isPayment ? ["eventType", "transaction"] : [])],
    properties: {
      id: { type: "string", description: "Webhook:<uuid>" },
      type: { type: "string", enum: isPayment ? ["OUTGOING_PAYMENT", type] : [type] },
      timestamp: { type: "string", format: "date-time" },
      sequence: { type: "integer", description: "Of two events about one object the later has the higher" },
      data,
      ...(isPayment ? { eventType: { type: "string", enum: [type] }, transaction: data } : {})
    }
  }
}
