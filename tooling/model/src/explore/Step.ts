import type { Millis, Write } from "@countersign/core/internal"
import type { Message, Next } from "../node/Message.ts"
import type { Call, NodeName, State } from "./State.ts"

/** One thing that happens. `next` is what a call does after it. */
export type Event =
  /** Time went on, by the clock of the store. */
  | { readonly _tag: "Ticked"; readonly now: Millis }
  | { readonly _tag: "Crashed"; readonly node: NodeName }
  /** A node took a call, and the store answered what it read first. */
  | { readonly _tag: "Taken"; readonly node: NodeName; readonly message: Message }
  /** The store answered what a call read after that. */
  | { readonly _tag: "Read"; readonly call: Call }
  /** A call looked at what it had read, and at its node's clock. */
  | { readonly _tag: "Decided"; readonly call: Call; readonly at: Millis; readonly next: Next }
  | Committed

/** The store judged what a call wanted written. */
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
