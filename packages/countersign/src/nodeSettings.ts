import { Clock, Context, Effect, Layer } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import type { CountersignOptions } from "./options.ts"

/**
 * The settings of a node, and the clock of all environments: the store's where it has one, and otherwise the host's or the
 * system's. Sleeping always uses that of the system.
 */
export const nodeSettings = ({ mailer, now, policy, webhooks = {}, workers }: CountersignOptions) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* core.Store
      const system = yield* Clock.Clock
      const own = now === undefined ? system : core.clockShowing(system, () => Math.floor(now()))
      const log = Effect.runForkWith(yield* Effect.context<never>())
      const report = (ahead: number) =>
        void log(Effect.logWarning("the clock of the node differs from that of the database", { ahead }))
      const clock = store.now === undefined ? own : core.clockOfStore(own, store.now, report)
      const { paymentTypes, signatureHeader } = core.defaultWebhookSettings
      return Context.make(Clock.Clock, clock).pipe(
        Context.add(core.NodeTime, own.currentTimeMillis),
        Context.add(core.MachineTime, clock.currentTimeMillis),
        Context.add(core.AccountTurns, core.makeTurns()),
        Context.add(
          core.Outbox,
          core.makeOutbox(() => clock.currentTimeMillisUnsafe())
        ),
        Context.add(core.WorksBetweenCalls, workers !== "none"),
        Context.add(core.Policy, core.withDefaults(policy)),
        Context.add(core.MailDomains, mailer && (mailer.domains ?? [])),
        Context.add(core.WebhookSettings, {
          paymentTypes: webhooks.paymentTypes ?? paymentTypes,
          signatureHeader: webhooks.signatureHeader ?? signatureHeader
        })
      )
    })
  )
