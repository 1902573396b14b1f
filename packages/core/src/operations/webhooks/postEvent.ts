import { Effect } from "effect"
import { environmentKey, type Millis } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { EventBodies, type ToldEvent } from "../../ports/EventBodies.ts"
import { WebhookFault, WebhookSender } from "../../ports/WebhookSender.ts"
import { isApprovalCall } from "../../rules/events/Event.ts"
import { webhookHeaders } from "./webhookHeaders.ts"

/** How long a receiver may take to decide about an incoming payment. */
const APPROVAL_TIMEOUT: Millis = 5000

/** One try: renders an event, signs it and sends it; answers the status that the receiver gave. */
export const postEvent = Effect.fnUntraced(function* (event: ToldEvent, url: string) {
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
    // A sender that does not keep its time must not outlive the lease.
    Effect.timeout(webhookTimeout + 1000),
    Effect.catchTag("TimeoutError", () => Effect.fail(new WebhookFault({ word: "TIMED_OUT" })))
  )
})
