import { Clock, Effect } from "effect"
import type { Environment } from "../model/Environment.ts"
import { Policy } from "../model/Policy.ts"
import { isOver, type Millis } from "../model/time.ts"
import type { Collection } from "../ports/Collection.ts"
import { inEnvironment } from "../ports/EnvironmentRunner.ts"
import { commit, remove, replace, type Stored, stored } from "../ports/records.ts"
import { Store } from "../ports/Store.ts"

const LEASE: Millis = 30_000
const BATCH = 20

/** What every order has, whatever it carries. One without an end is tried until it is done. */
interface Order {
  readonly environment: Environment
  readonly expiresAt?: Millis
  readonly dueAt: Millis
  readonly attempts: number
}

interface Failure {
  readonly _tag: string
}

/**
 * Hands over what is due; answers how much it took on. What is not taken is tried again after a growing wait, until it
 * is of no use to anybody. An order that a newer replaced meanwhile is left to that one. Each order runs in its own
 * environment, under the ports of that one.
 */
export const deliverDue = Effect.fnUntraced(function* <A extends Order, E extends Failure, R>(
  collection: Collection<A>,
  hand: (order: A) => Effect.Effect<void, E, R>
) {
  const store = yield* Store
  const at = yield* Clock.currentTimeMillis
  const due = yield* store.claimDue(collection, at, LEASE, BATCH)
  // All at once: one that waited for others could start when its lease is over, and another worker has it too.
  yield* Effect.forEach(due, (row) => inOwn(stored(collection, row), hand), { concurrency: BATCH, discard: true })
  return due.length
})

const inOwn = <A extends Order, E extends Failure, R>(
  order: Stored<A>,
  hand: (order: A) => Effect.Effect<void, E, R>
) => inEnvironment(order.value.environment, deliver(order, hand))

const deliver = Effect.fnUntraced(function* <A extends Order, E extends Failure, R>(
  order: Stored<A>,
  hand: (order: A) => Effect.Effect<void, E, R>
) {
  const at = yield* Clock.currentTimeMillis
  const { attempts, expiresAt } = order.value
  if (expiresAt !== undefined && isOver(expiresAt, at)) return yield* settle(order, undefined)
  const { mailTimeout } = yield* Policy
  yield* hand(order.value).pipe(
    // A record that no key opens any more is no reason for the others to wait: it fails by itself.
    Effect.catchDefect(() => Effect.fail(DEFECT)),
    // One that hangs would hold every other up; one that is late may be handed over twice, which is no harm.
    Effect.timeout(mailTimeout),
    Effect.matchEffect({
      onSuccess: () => settle(order, undefined),
      onFailure: ({ _tag }) =>
        Effect.andThen(
          // Whoever is on call should know; what failed may name somebody, so only its kind is said.
          Effect.logWarning("not taken, to be tried again", { order: order.collection.name, attempts, because: _tag }),
          settle(order, at + wait(attempts))
        )
    })
  )
})

const DEFECT: Failure = { _tag: "Defect" }

/** 1, 2, 4 … seconds, one minute at the most. */
const wait = (attempts: number): Millis => Math.min(60_000, 1000 * 2 ** attempts)

/** Removes an order that is done with, or sets when to try it again. A conflict means a newer one took its place. */
const settle = Effect.fnUntraced(function* <A extends Order>(order: Stored<A>, again: Millis | undefined) {
  const at = yield* Clock.currentTimeMillis
  const change =
    again === undefined
      ? remove(order)
      : replace(order, { ...order.value, attempts: order.value.attempts + 1, dueAt: again }, at)
  yield* commit({ changes: [change], guards: [] }).pipe(Effect.catchTag("Conflict", () => Effect.void))
})
