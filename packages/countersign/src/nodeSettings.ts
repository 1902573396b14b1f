import { Clock, Context, Effect, Layer } from "@countersign/core/effect"
import {
  AccountTurns,
  clockOfStore,
  clockShowing,
  defaultWebhookSettings,
  MachineTime,
  MailDomains,
  makeTurns,
  NodeTime,
  Policy,
  Store,
  WebhookSettings,
  withDefaults
} from "@countersign/core/internal"
import type { CountersignOptions, WebhookOptions } from "./options.ts"

/** What all ports and operations of a node read besides ports: its clock, its policy and its settings. */
export const nodeSettings = ({ mailer, now, policy, webhooks }: CountersignOptions) =>
  Layer.mergeAll(
    Layer.succeed(WebhookSettings, settingsOf(webhooks)),
    Layer.succeed(Policy, withDefaults(policy)),
    Layer.sync(AccountTurns, makeTurns),
    Layer.succeed(MailDomains, mailer && (mailer.domains ?? []))
  ).pipe(Layer.provideMerge(time(now)))

/**
 * The clock of all environments: the store's where it has one, and otherwise the host's or the system's. Sleeping always
 * uses that of the system.
 */
const time = (now: (() => number) | undefined) => {
  const machine = Layer.effect(
    MachineTime,
    Effect.map(Clock.Clock, (clock) => clock.currentTimeMillis)
  )
  const clocks = Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* Store
      const system = yield* Clock.Clock
      const own = now === undefined ? system : clockShowing(system, () => Math.floor(now()))
      const log = Effect.runForkWith(yield* Effect.context<never>())
      const report = (ahead: number) =>
        void log(Effect.logWarning("the clock of the node differs from that of the database", { ahead }))
      const clock = store.now === undefined ? own : clockOfStore(own, store.now, report)
      return Context.make(Clock.Clock, clock).pipe(Context.add(NodeTime, own.currentTimeMillis))
    })
  )
  return Layer.provideMerge(machine, clocks)
}

const settingsOf = ({ paymentTypes, signatureHeader }: WebhookOptions = {}) => ({
  paymentTypes: paymentTypes ?? defaultWebhookSettings.paymentTypes,
  signatureHeader: signatureHeader ?? defaultWebhookSettings.signatureHeader
})
