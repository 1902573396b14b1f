import { Clock, Effect } from "effect"
import { configOf } from "../../config/walletConfig.ts"
import { type Breaker, makeBreaker } from "../../events/breaker.ts"
import { type Event, events, isApprovalCall, isWaiting } from "../../events/Event.ts"
import { after, isEndpointAtFault, isGone, isTaken, putOff, type Reply, untold } from "../../events/outcome.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { Millis } from "../../model/time.ts"
import { transactions } from "../../payments/Transaction.ts"
import { inEnvironment } from "../../ports/EnvironmentRunner.ts"
import { commit, loadOne, replace, type Stored, stored, withRetry } from "../../ports/records.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { type Row, Store } from "../../ports/Store.ts"
import { approvePayment, type Verdict } from "../payments/approve.ts"
import { postEvent } from "./postEvent.ts"

const LEASE: Millis = 30_000
const BATCH = 20
/** Under way on one node. One endpoint has a quarter of it at the most, so that four have to hang before others wait. */
const LANES = 64

/**
 * Who delivers webhooks on one node. A round takes on what is due and there is room for, and does not wait for it: a
 * receiver that takes its time holds up itself. Deliveries end with the scope, or before it.
 */
export const makeWebhookWork = Effect.fnUntraced(function* () {
  const scope = yield* Effect.scope
  const breaker = makeBreaker()
  let underWay = 0
  const round = Effect.fnUntraced(function* () {
    const store = yield* Store
    const at = yield* Clock.currentTimeMillis
    const room = Math.min(BATCH, LANES - underWay)
    const due = room === 0 ? [] : yield* store.claimDue(events, at, LEASE, room)
    for (const row of due) {
      underWay += 1
      const left = Effect.sync(() => {
        underWay -= 1
      })
      yield* Effect.forkIn(Effect.ensuring(Effect.uninterruptible(delivered(row, breaker)), left), scope)
    }
    return due.length
  })
  return { round, underWay: () => underWay }
})

/** Nobody waits for it, so what goes wrong is logged here; the lease ends, and the event is due again. */
const delivered = (row: Row, breaker: Breaker) =>
  Effect.catchCause(inOwn(stored(events, row), breaker), (cause) =>
    Effect.logWarning("a webhook is left to its lease", { event: row.id }, cause)
  )

/** Under the ports of the environment whose event it is. */
const inOwn = (order: Stored<Event>, breaker: Breaker) =>
  inEnvironment(order.value.environment, deliverWebhook(order, breaker))

const deliverWebhook = Effect.fnUntraced(function* (order: Stored<Event>, breaker: Breaker) {
  const event = order.value
  // Only a waiting event is due.
  if (!isWaiting(event)) return
  // The endpoint is that of whose event it is, read now and by the event's own key (W10).
  const url = (yield* loadOne(configOf(order.environment)))?.value.webhookEndpoint
  if (url === undefined) {
    if (isApprovalCall(event)) yield* decided(event, "unanswered")
    return yield* settle(order, untold(event))
  }
  const endpoint = `${order.environment} ${url}`
  const until = breaker.enter(endpoint, yield* Clock.currentTimeMillis)
  // Spread out, so that what was put off together does not come back together.
  if (until !== undefined) return yield* settle(order, putOff(event, until + Math.round(SPREAD * (yield* chance()))))
  const reply = yield* tried(event, url).pipe(
    Effect.onExit((exit) =>
      Effect.map(Clock.currentTimeMillis, (at) =>
        breaker.leave(endpoint, exit._tag === "Failure" || isEndpointAtFault(exit.value), at)
      )
    )
  )
  if (isGone(reply)) yield* disable(order, url)
  const decision = isApprovalCall(event) ? decisionOf(reply) : undefined
  if (decision !== undefined) yield* decided(event, decision)
  yield* settle(order, after(event, reply, yield* Clock.currentTimeMillis, yield* chance()))
})

/** The status of the answer to an approval call. 202: the platform decides later, by a call of its own. */
const decisionOf = (reply: Reply): Verdict | undefined => {
  if (reply._tag === "Failed") return reply.fault === "TIMED_OUT" ? "timedOut" : "unanswered"
  if (reply.status === 202) return undefined
  if (isTaken(reply)) return "approved"
  return reply.status === 403 ? "rejected" : reply.status === 422 ? "incomplete" : "unanswered"
}

/** In a commit of its own, before the event is noted: a crash between them calls once more, and decides nothing twice. */
const decided = (event: Event, decision: Verdict) => {
  const { transactionId } = transactions.decode(event.subject)
  return approvePayment(transactionId, decision).pipe(
    Effect.catchTag("TransactionNotPending", () => Effect.void),
    Effect.catchTag("TransactionNotFound", () => Effect.void)
  )
}

const tried = (event: Event, url: string) =>
  postEvent(event, url).pipe(
    Effect.map((status): Reply => ({ _tag: "Answered", status })),
    Effect.catchTag("WebhookFault", ({ word }) => Effect.succeed<Reply>({ _tag: "Failed", fault: word })),
    Effect.catchCause((cause) =>
      Effect.as(
        Effect.logError("an event could not be made into a webhook", { event: event.eventId, type: event.type }, cause),
        UNRENDERED
      )
    )
  )

const UNRENDERED: Reply = { _tag: "Failed", fault: "UNRENDERED" }

/** Notes what came of it. A conflict means that somebody else has it by now, and it is his to note. */
const settle = Effect.fnUntraced(function* (order: Stored<Event>, event: Event) {
  const at = yield* Clock.currentTimeMillis
  const isNoted = yield* commit({ changes: [replace(order, event, at)], guards: [] }).pipe(
    Effect.as(true),
    Effect.catchTag("Conflict", () => Effect.succeed(false))
  )
  const { attempts, eventId, lastFault, lastStatus, status, type } = event
  if (!isNoted || status !== "GIVEN_UP" || lastFault === "NO_ENDPOINT") return
  yield* Effect.logWarning("a webhook was given up", { event: eventId, type, attempts, lastFault, lastStatus })
})

/** An endpoint that says it is gone is told nothing more, until somebody sets one again. */
const disable = Effect.fnUntraced(function* (order: Stored<Event>, url: string) {
  yield* Effect.logWarning("a webhook endpoint answered 410 and is not used again", environmentOf(order))
  yield* withRetry(
    Effect.gen(function* () {
      const config = yield* loadOne(configOf(order.environment))
      if (config?.value.webhookEndpoint !== url) return
      const at = yield* Clock.currentTimeMillis
      const { webhookEndpoint: _, ...kept } = config.value
      yield* commit({ changes: [replace(config, { ...kept, updatedAt: at }, at)], guards: [] })
    })
  )
})

const environmentOf = ({ value }: Stored<Event>) => ({ environment: environmentKey(value.environment) })

/** From 0 to 1. */
const chance = Effect.fnUntraced(function* () {
  const secrets = yield* Secrets
  const [high = 0, low = 0] = yield* secrets.bytes(2)
  return (high * 256 + low) / 65_535
})

const SPREAD: Millis = 2000
