import type { Millis } from "@countersign/core"
import { arrivals } from "./arrivals.ts"
import { onward } from "./onward.ts"
import type { NodeName, State } from "./State.ts"
import type { Step } from "./Step.ts"
import type { Bounds, World } from "./World.ts"

/** Everything that can happen next. */
export const stepsFrom = (state: State, { bounds, bug }: World): ReadonlyArray<Step> => [
  ...(state.now < bounds.until ? [ticked(state)] : []),
  ...(state.sent < bounds.calls && state.calls.length < bounds.atOnce ? arrivals(state, nodes, bug) : []),
  ...state.calls.flatMap((call) => onward(state, call, clockOf(call.node, state.now, bounds), bug)),
  ...nodes.flatMap((node) => crashed(state, node))
]

const nodes: ReadonlyArray<NodeName> = ["A", "B"]

/** What the clock of a node shows. */
const clockOf = (node: NodeName, now: Millis, { ahead }: Bounds): Millis => (node === "A" ? now : now + ahead)

const ticked = (state: State): Step => {
  const now = state.now + 1
  return { event: { _tag: "Ticked", now }, after: { ...state, now } }
}

/** All that a node had under way is gone. */
const crashed = (state: State, node: NodeName): ReadonlyArray<Step> => {
  const calls = state.calls.filter((call) => call.node !== node)
  return calls.length === state.calls.length ? [] : [{ event: { _tag: "Crashed", node }, after: { ...state, calls } }]
}
