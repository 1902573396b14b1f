import type { Millis, Write } from "@countersign/core/internal"
import type { Message, Next } from "../node/Message.ts"
import type { Call, NodeName, State } from "./State.ts"

/** An event of the model. `next` is the next action of a call. */
export type Event =
  /** The store's clock advanced. */
  | { readonly _tag: "Ticked"; readonly now: Millis }
  | { readonly _tag: "Crashed"; readonly node: NodeName }
  /** A node received a call, and the store answered its first read. */
  | { readonly _tag: "Taken"; readonly node: NodeName; readonly message: Message }
  /** The store answered a further read of a call. */
  | { readonly _tag: "Read"; readonly call: Call }
  /** A call decided, based on its reads and its node's clock. */
  | { readonly _tag: "Decided"; readonly call: Call; readonly at: Millis; readonly next: Next }
  | Committed

/** The store evaluated a commit. */
export interface Committed {
  readonly _tag: "Committed"
  readonly call: Call
  readonly plan: Write
  readonly outcome: "done" | "done, unheard" | "not done, unheard" | "conflict"
  readonly next: Next
}

export interface Step {
  readonly event: Event
  readonly after: State
}
