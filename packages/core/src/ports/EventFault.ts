import { Context } from "effect"

/**
 * How a caller of the sandbox asked for the events of its call to arrive: twice, a minute late, or the first of them
 * last. `announced` counts those of the call.
 */
export interface EventFault {
  readonly kind: "duplicate" | "late" | "reordered"
  announced: number
}

export const CurrentEventFault = Context.Reference<EventFault | undefined>(
  "@countersign/core/ports/CurrentEventFault",
  {
    defaultValue: () => undefined
  }
)
