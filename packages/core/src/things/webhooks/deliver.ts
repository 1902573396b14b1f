import { Cause, Clock, Effect, Exit, Result, Schema } from "effect"
import type { Millis } from "../../model/Environment.ts"
import { inEnvironment } from "../../ports/EnvironmentRunner.ts"
import { Secrets } from "../../ports/Secrets.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { replace } from "../../store/plans.ts"
import { loadOne, type Stored, stored } from "../../store/records.ts"
import type { Row } from "../../store/Store.ts"
import { requireAble, Superseded } from "../due-work/deliverDue.ts"
import { Unable } from "../due-work/lanes.ts"
import { approvePayment, type Verdict } from "../payments/approve.ts"
import { transactions } from "../payments/rules/Transaction.ts"
import { disableEndpoint } from "../platforms/config.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import { postEvent } from "./postEvent.ts"
import { type CircuitBreaker, makeCircuitBreaker } from "./rules/circuitBreaker.ts"
import * as Event from "./rules/Event.ts"
import { after, isAccepted, isEndpointAtFault, isGone, postponed, type Reply, undeliverable } from "./rules/outcome.ts"

/** The delivery of due webhooks. Each has a circuit breaker of its own, so a node makes one per mode. */
export const webhookDelivery = () => {
  const breaker = makeCircuitBreaker()
  return {
    of: Event.events,
    isSentAtOnce: true,
    perform: (row: Row) => {
      const order = stored(Event.events, row)
      return inEnvironment(order.value.environment, deliverWebhook(order, breaker))
    }
  }
}

const deliverWebhook = Effect.fnUntraced(function* (order: Stored<Event.Event>, breaker: CircuitBreaker) {
  const event = order.value
  // Only a waiting event is due.
  if (!Event.isWaiting(event)) return false
  if (!isKnownType(event.type)) return yield* new Unable({ message: "an event type of a newer version" })
  // The endpoint is read now, from the environment in the event's own key (W10).
  const url = (yield* loadOne(configOf(order.environment)))?.value.webhookEndpoint
  const outcome = url === undefined ? failed("NO_ENDPOINT") : yield* attempted(order, url, breaker)
  if (url !== undefined && outcome._tag === "Answered" && isGone(outcome)) {
    const { environment } = order
    yield* Effect.logWarning("a webhook endpoint answered 410 Gone and was removed", { environment })
    yield* disableEndpoint(url)
  }
  const verdict = Event.isApprovalCall(event) ? verdictOf(outcome) : undefined
  if (verdict !== undefined) yield* approved(event, verdict)
  const [high = 0, low = 0] = yield* (yield* Secrets).bytes(2)
  return yield* note({ order, event, outcome, chance: (high * 256 + low) / 65_535 }).pipe(
    Effect.tap((noted) => logged(noted, outcome)),
    Effect.map(({ status }) => status !== "PENDING"),
    Effect.catchTag("Superseded", () => Effect.succeed(false))
  )
})

const isKnownType = Schema.is(Event.EventType)

/** The outcome of an attempt. `Crowded`: the circuit breaker of the host is open, so the event is postponed. */
type Outcome = Reply | { readonly _tag: "Crowded"; readonly until: Millis }

const failed = (fault: Event.DeliveryFault): Reply => ({ _tag: "Failed", fault })
const crowded = (until: Millis): Outcome => ({ _tag: "Crowded", until })

const attempted = Effect.fnUntraced(function* (
  { environment, value }: Stored<Event.Event>,
  url: string,
  breaker: CircuitBreaker
) {
  // By host: an address with another path or query is the same receiver (GA4).
  const { hostname } = new URL(url)
  const until = breaker.enter(environment, hostname, yield* Clock.currentTimeMillis)
  if (until !== undefined) return crowded(until)
  return yield* tried(value, url).pipe(
    Effect.onExit((exit) =>
      Effect.map(Clock.currentTimeMillis, (at) => {
        // A failure in the error channel is one of this node.
        const isAtFault = exit._tag === "Failure" ? !Exit.hasFails(exit) : isEndpointAtFault(exit.value)
        breaker.leave(environment, hostname, isAtFault, at)
      })
    )
  )
})

const tried = (event: Event.Event, url: string) =>
  postEvent(event, url).pipe(
    Effect.map((status): Reply => ({ _tag: "Answered", status })),
    Effect.catchTag("WebhookFault", ({ word }) => Effect.succeed(failed(word))),
    Effect.catchCause((cause) =>
      requireAble(Cause.squash(cause)).pipe(
        Effect.andThen(
          Effect.logError(
            "the body of a webhook could not be rendered",
            { event: event.eventId, type: event.type },
            cause
          )
        ),
        Effect.as(failed("UNRENDERED"))
      )
    )
  )

interface NoteCommand {
  readonly order: Stored<Event.Event>
  readonly event: Event.Waiting
  readonly outcome: Outcome
  /** A random number from 0 to 1. */
  readonly chance: number
}

export const note = operation((_: NoteCommand) => ({}))
  .lost(() => new Superseded())
  .decide(function noteOutcome({ at, command: { chance, event, order, outcome } }) {
    const noted = (next: Event.Event): Result.Result<Decision<Event.Event>> =>
      Result.succeed({ changes: [replace(order, next, at)], reply: next })
    if (outcome._tag === "Failed" && outcome.fault === "NO_ENDPOINT") return noted(undeliverable(event))
    // With jitter, so that events postponed together do not become due together.
    if (outcome._tag === "Crowded") return noted(postponed(event, outcome.until + Math.round(SPREAD * chance)))
    return noted(after(event, outcome, at, chance))
  })

const SPREAD: Millis = 2000

/** The decision in the answer to an approval call. 202 means that the platform decides later, by an API call. */
export const verdictOf = (outcome: Outcome): Verdict | undefined => {
  if (outcome._tag === "Crowded") return undefined
  if (outcome._tag === "Failed") return outcome.fault === "TIMED_OUT" ? "timedOut" : "unanswered"
  if (outcome.status === 202) return undefined
  if (isAccepted(outcome)) return "approved"
  return outcome.status === 403 ? "rejected" : outcome.status === 422 ? "incomplete" : "unanswered"
}

/**
 * Committed before the event is updated: after a crash in between, the approval call is repeated, and its decision has
 * no further effect.
 */
const approved = (event: Event.Event, verdict: Verdict) => {
  const { transactionId } = transactions.decode(event.subject)
  return approvePayment({ transactionId, verdict }).pipe(
    Effect.catchTag(["TransactionNotFound", "TransactionNotPending"], () => Effect.void)
  )
}

const logged = Effect.fnUntraced(function* (
  { attempts, eventId, lastFault, lastStatus, status, type }: Event.Event,
  outcome: Outcome
) {
  if (lastFault === "NO_ENDPOINT") return
  const line = { event: eventId, type, attempts, lastFault, lastStatus }
  if (status === "GIVEN_UP") yield* Effect.logWarning("a webhook delivery was given up", line)
  else if (status === "PENDING" && outcome._tag !== "Crowded" && !isAccepted(outcome))
    yield* Effect.logWarning("a webhook delivery failed and will be retried", line)
})
