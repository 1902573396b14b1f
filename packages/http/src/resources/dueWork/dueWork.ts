import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { post } from "../endpoint.ts"

const DueWorkBody = Schema.Struct({
  done: Schema.Record(Schema.String, Schema.Int).annotate({
    description: "How much was completed, by kind, such as mail and webhooks. Failed work is due again later"
  }),
  left: Schema.Boolean.annotate({ description: "The budget ended before the work. Call again" })
}).annotate({ identifier: "DueWork", description: "The outcome of one run of due work" })

export const runDueWork = post("runDueWork", "/due-work", {
  summary: "Do the due work of this platform",
  description:
    "For a cron trigger, where no worker runs between calls. Sends due mail and webhooks, and continues payments and verifications, of the environment of the token alone. While another such call of the environment runs on the node, does nothing.",
  tokenAlone: {
    achieves: "Sends due mail and webhooks of its own platform.",
    because:
      "Any worker does the same work then. The caller chooses neither the work nor its receivers. No token has this scope unless its configuration names it."
  },
  scope: "WORK",
  lenient: "empty",
  payload: Schema.Struct({
    budget: Schema.optionalKey(
      Schema.Natural.annotate({ description: "Milliseconds in which all work that begins also ends. Default: 25,000" })
    )
  }),
  success: DueWorkBody,
  refusals: ["BudgetRefused", "NotReady"],
  handle: ({ payload }) =>
    Effect.gen(function* () {
      const run = yield* core.DueWorkRunner
      const environment = core.environmentKey(yield* core.CurrentEnvironment)
      if (run === undefined) return { done: {}, left: false }
      return yield* core.outside(run({ budget: payload.budget, environment }))
    })
})
