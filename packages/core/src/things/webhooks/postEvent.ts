import { Effect } from "effect"
import { environmentKey, type Millis } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { type AnnouncedEvent, EventBodies } from "../../ports/EventBodies.ts"
import { WebhookFault, WebhookSender } from "../../ports/WebhookSender.ts"
import { outside } from "../../steps/outside.ts"
import { isApprovalCall } from "./rules/Event.ts"
import { webhookHeaders } from "./webhookHeaders.ts"

/** How long a receiver may take to decide on an incoming payment. */
const APPROVAL_TIMEOUT: Millis = 5000

/** Makes one delivery attempt: renders, signs and sends an event. Returns the HTTP status of the receiver. */
export const postEvent = Effect.fnUntraced(function* (event: AnnouncedEvent, url: string) {
  const environment = yield* CurrentEnvironment
  const bodies = yield* EventBodies
  const sender = yield* WebhookSender
  const policy = yield* Policy
  const webhookTimeout = isApprovalCall(event)
    ? Math.min(APPROVAL_TIMEOUT, policy.webhookTimeout)
    : policy.webhookTimeout
  const body = yield* bodies.render(event)
  const headers = yield* webhookHeaders(event.eventId, environmentKey(environment), body)
  return yield* sender.send({ url, mode: environment.mode, headers, body, timeout: webhookTimeout }).pipe(
    // Enforces the timeout even if the sender does not, so that the attempt ends before the lease.
    Effect.timeout(webhookTimeout + 1000),
    outside,
    Effect.catchTag("TimeoutError", () => Effect.fail(new WebhookFault({ word: "TIMED_OUT" })))
  )
})
