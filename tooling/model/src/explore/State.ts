import type { Millis, PublicKey, SessionId } from "@countersign/core"
import { type Answer, type Heard, spelledAnswer } from "../node/Heard.ts"
import type { Delivery } from "../node/Message.ts"
import { type Rows, spelledRows } from "../store/Rows.ts"
import type { Switch } from "../switches/Switch.ts"

/** Everything there is at one moment. */
export interface State {
  /** By the store's own clock. */
  readonly now: Millis
  readonly rows: Rows
  /** The calls under way. What was answered, or died with its node, is not among them. */
  readonly calls: ReadonlyArray<Call>
  /** How many calls there have been. */
  readonly sent: number
  /** The key each session was opened with: a session that is over forgets it, and the invariants must not. */
  readonly keys: ReadonlyMap<SessionId, PublicKey>
}

export type NodeName = "A" | "B"

/** A call on its node. `answer` is what came back from the store and was not looked at yet. */
export interface Call extends Delivery {
  readonly node: NodeName
  readonly heard: Heard
  readonly answer?: Answer
}

/** Two states are one if this is: the order of the calls has no meaning. */
export const spelledState = ({ calls, keys, now, rows, sent }: State): string =>
  `${now} ${sent} ${spelledRows(rows)} ${keys.size} ${calls.map(spelledCall).sort().join(" ")}`

const spelledCall = ({ answer, copy, heard, message, node }: Call): string =>
  `${message.number}.${copy}${node}${heard.number}${answer === undefined ? "" : `:${spelledAnswer(answer)}`}`

/** How far a run goes. */
export interface Bounds {
  /** Calls in all, and under way at once. */
  readonly calls: number
  readonly atOnce: number
  /** The last instant there is. */
  readonly until: Millis
  /** How far the clock of node B is ahead of the store's; that of node A is right. */
  readonly ahead: -1 | 0 | 1
}

/** What is explored: how far, and which bug is brought back. */
export interface World {
  readonly bounds: Bounds
  readonly bug?: Switch
}
