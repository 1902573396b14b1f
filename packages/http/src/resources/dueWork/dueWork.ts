import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { post } from "../endpoint.ts"

const DueWorkBody = Schema.Struct({
  done: Schema.Record(Schema.String, Schema.Int).annotate({
    description: "How much was completed, by kind, such as mail and webhooks. What failed is due again later"
  }),
  left: Schema.Boolean.annotate({ description: "The budget ended before the work. Call again" })
}).annotate({ identifier: "DueWork", description: "What one run of due work has done" })

export const runDueWork = post("runDueWork", "/due-work", {
  summary: "Do the due work of this platform",
  description:
    "For a cron trigger, where no worker runs between calls. Sends due mail and webhooks, and continues payments and verifications, of the environment of the token alone. While another such call of the environment runs on the node, does nothing.",
  tokenAlone: {
    achieves: "Sends the mail and webhooks of its own platform when they are due. Names, reads and changes nothing.",
    because:
      "A worker of any node does the same work at that time. The caller chooses neither the work nor its receivers, and takes no turn or slot of another platform. No token has this scope unless its configuration names it."
  },
  scope: "WORK",
  lenient: "empty",
  payload: Schema.Struct({
    budget: Schema.optionalKey(
      Schema.Int.annotate({ description: "Milliseconds in which all work that begins also ends. Default: 25,000" })
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
