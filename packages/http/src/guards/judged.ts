import { Reply } from "../serve/Reply.ts"
import { type EdgeOptions, kept } from "../web/edge.ts"
import { type Guarded, refused } from "./Guarded.ts"

/** A check that counts as a call of ours: what stops or fails it is answered as it is at the edge. */
export const judged =
  ({ gate, onDefect }: Pick<EdgeOptions, "gate" | "onDefect">) =>
  async <A>(check: () => Promise<Guarded<A>>): Promise<Guarded<A>> => {
    const outcome = await kept({ gate, onDefect }, check)
    return outcome instanceof Reply ? refused(outcome) : outcome
  }
