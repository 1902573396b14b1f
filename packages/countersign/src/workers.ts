import {
  codeMails,
  type DueRound,
  deliverMails,
  type EventBodies,
  events,
  type Mailer,
  makeWebhookWork,
  noticeMails,
  outcomeOrders,
  type PaymentRails,
  privacyOrders,
  type Secrets,
  type ServiceKey,
  type Store,
  type StoreUnavailable,
  settleOutcomes,
  sweepExpired,
  tellWallets,
  type Vault,
  type Verification,
  verificationOrders,
  verifyAccounts,
  type Wallets,
  type WebhookKeys,
  type WebhookSender
} from "@countersign/core/internal"
import { Context, Effect, Schedule } from "effect"

/**
 * What goes on beside requests: mail and webhooks leave, wallets are told and outcomes happen within a quarter of a
 * second, accounts that nobody verified are asked about within a second, expired records go within a minute. A round
 * that fails is logged, and the next one follows after a second more. A round that has begun is finished before the
 * workers end.
 */
export const workers = Effect.all(
  [
    busily(deliverMails()).pipe(logged("deliverMails"), Effect.repeat(Schedule.spaced("250 millis"))),
    busily(tellWallets()).pipe(logged("tellWallets"), Effect.repeat(Schedule.spaced("250 millis"))),
    busily(settleOutcomes()).pipe(logged("settleOutcomes"), Effect.repeat(Schedule.spaced("250 millis"))),
    verifyAccounts().pipe(logged("verifyAccounts"), Effect.repeat(Schedule.spaced("1 second"))),
    Effect.scoped(
      Effect.flatMap(makeWebhookWork(), ({ round }) =>
        busily(round()).pipe(logged("deliverWebhooks"), Effect.repeat(Schedule.spaced("250 millis")))
      )
    ),
    sweepExpired().pipe(untilNone, logged("sweepExpired"), Effect.repeat(Schedule.spaced("1 minute")))
  ],
  { concurrency: "unbounded", discard: true }
)

/** A round of webhooks that is over when what it took on is. */
const deliveredWebhooks = Effect.gen(function* () {
  const { round, underWay } = yield* makeWebhookWork()
  const taken = yield* round()
  yield* Effect.repeat(Effect.sleep("5 millis"), { while: () => underWay() > 0 })
  return taken
})

/** The rounds of the workers, each under the wired services alone and what replaces some of them. */
export const dueWork = (context: Context.Context<DueWorkPorts>): ReadonlyArray<DueRound> => {
  const round = (of: DueRound["of"], work: Effect.Effect<number, StoreUnavailable, DueWorkPorts>): DueRound => ({
    of,
    run: (over) => Effect.updateContext(work, (_: Context.Context<never>) => Context.merge(context, over))
  })
  return [
    round([codeMails, noticeMails], deliverMails()),
    round([privacyOrders], tellWallets()),
    round([outcomeOrders], settleOutcomes()),
    round([verificationOrders], verifyAccounts()),
    round([events], Effect.scoped(deliveredWebhooks))
  ]
}

type DueWorkPorts =
  | EventBodies
  | Mailer
  | PaymentRails
  | Secrets
  | ServiceKey
  | Store
  | Vault
  | Verification
  | Wallets
  | WebhookKeys
  | WebhookSender

/** One sweep is bounded; what a busy minute left behind takes several. */
function untilNone<E, R>(sweep: Effect.Effect<number, E, R>) {
  return Effect.repeat(sweep, { while: (swept) => swept > 0 })
}

/** While there is something to take on, it is taken on at once; so often and no more, for a round to end. */
function busily<E, R>(round: Effect.Effect<number, E, R>) {
  return Effect.repeat(round, { while: (taken) => taken > 0, times: 100 })
}

function logged(name: string) {
  return <A, E, R>(round: Effect.Effect<A, E, R>) =>
    round.pipe(
      Effect.as(true),
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("a background round failed", { name }, cause), false)),
      Effect.uninterruptible,
      Effect.flatMap((isWell) => (isWell ? Effect.void : Effect.sleep("1 second")))
    )
}
