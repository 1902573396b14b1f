import { type Store, StoreUnavailable } from "@countersign/core"
import { Effect } from "effect"
import type { Answer } from "./Heard.ts"
import type { Next } from "./Next.ts"

/** The Store port as a workflow sees it: each method is a question, and somebody else knows the answer. */
export const storeThat = (hear: (question: Next) => Effect.Effect<Answer>): Store["Service"] => ({
  load: (refs) =>
    Effect.flatMap(hear({ _tag: "Load", refs }), (answer) =>
      answer._tag === "Found"
        ? Effect.succeed(answer.rows.map((rows) => rows.map(({ row }) => row)))
        : Effect.fail(new StoreUnavailable({}))
    ),
  commit: (changes, guards) =>
    Effect.flatMap(
      hear({ _tag: "Commit", plan: { changes, guards } }),
      (answer): ReturnType<Store["Service"]["commit"]> => {
        if (answer._tag === "Conflicted") return Effect.fail(answer.conflict)
        return answer._tag === "Committed" ? Effect.void : Effect.fail(new StoreUnavailable({}))
      }
    ),
  find: () => Effect.die(new Error("model: no modelled workflow reads pages")),
  claimDue: () => Effect.die(new Error("model: no modelled workflow takes work")),
  sweep: () => Effect.die(new Error("model: no modelled workflow sweeps"))
})
