import { concatBytes, decodeHex, encodeBase64, encodeUtf8, hmacSha256 } from "@countersign/wire"
import { Effect } from "effect"
import { type EnvironmentKey, environmentKey, type Millis } from "../../model/Environment.ts"
import type { EventId } from "../../model/ids.ts"
import { Policy } from "../../model/Policy.ts"
import { WebhookSettings } from "../../model/WebhookSettings.ts"
import { machineTimeMillis } from "../../ports/ClockControl.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { type AnnouncedEvent, EventBodies } from "../../ports/EventBodies.ts"
import { ServiceKey } from "../../ports/ServiceKey.ts"
import { Vault } from "../../ports/Vault.ts"
import { WebhookFault, WebhookKeys, WebhookSender } from "../../ports/WebhookSender.ts"
import { outside } from "../../steps/outside.ts"
import { whileLeased } from "../due-work/lanes.ts"
import { isApprovalCall } from "./rules/Event.ts"

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
    whileLeased,
    Effect.catchTag("TimeoutError", () => Effect.fail(new WebhookFault({ word: "TIMED_OUT" })))
  )
})

/** The key of an environment's `v1` signatures. It is derived from the vault's current key and not stored. */
export const webhookSecret = (environment: EnvironmentKey) =>
  Effect.map(secretsOf(environment), ([current]) => decodeHex(current))

/** One secret per vault key. During a key rotation all of them sign, so receivers have time to switch to the new one. */
const secretsOf = (environment: EnvironmentKey) =>
  Effect.flatMap(Vault, (vault) => vault.digests(environment, "webhook secret v1"))

/** The headers of a webhook, signed anew for each attempt, because receivers reject old timestamps. */
export const webhookHeaders = Effect.fnUntraced(function* (
  eventId: EventId,
  environment: EnvironmentKey,
  body: Uint8Array
) {
  const keys = yield* WebhookKeys
  const service = yield* ServiceKey
  const { signatureHeader } = yield* WebhookSettings
  // The machine's time in every environment, because receivers compare it with their own clock.
  const timestamp = String(Math.floor((yield* machineTimeMillis) / 1000))
  // Standard Webhooks, "Signature scheme": the id, the time and the body, with a full stop between.
  const message = concatBytes(encodeUtf8(`${eventId}.${timestamp}.`), body)
  const symmetric = (yield* secretsOf(environment)).map((secret) => hmacSha256(decodeHex(secret), message))
  const asymmetric = yield* keys.sign(environment, message)
  return {
    "content-type": "application/json",
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": [
      ...symmetric.map((signature) => `v1,${encodeBase64(signature)}`),
      ...asymmetric.map((signature) => `v1a,${encodeBase64(signature)}`)
    ].join(" "),
    [signatureHeader]: JSON.stringify({ v: "1", s: encodeBase64(yield* service.webhooks(environment).sign(body)) })
  }
})
