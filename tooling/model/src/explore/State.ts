import type { Millis, PublicKey, SessionId } from "@countersign/core"
import type { Scene } from "../cast/operations.ts"
import { type Answer, encodedAnswer, type Received } from "../node/Heard.ts"
import type { Delivery } from "../node/Message.ts"
import { encodedRows, type Rows } from "../store/Rows.ts"
import type { Switch } from "../switches/Switch.ts"

/** The complete state of the world at one moment. */
export interface State {
  /** The time by the store's clock. */
  readonly now: Millis
  readonly rows: Rows
  /** The calls in flight, without those that were answered or lost in a crash. */
  readonly calls: ReadonlyArray<Call>
  /** The number of calls so far. */
  readonly sent: number
  /** The key of each session. An ended session deletes its key, but the invariants still need it. */
  readonly keys: ReadonlyMap<SessionId, PublicKey>
}

export type NodeName = "A" | "B"

/** A call on its node. `answer` is a response of the store that the call has not processed yet. */
export interface Call extends Delivery {
  readonly node: NodeName
  readonly received: Received
  readonly answer?: Answer
}

/** The identity of a state. The order of the calls does not matter. */
export const encodedState = ({ calls, keys, now, rows, sent }: State): string =>
  `${now} ${sent} ${encodedRows(rows)} ${keys.size} ${calls.map(encodedCall).sort().join(" ")}`

const encodedCall = ({ answer, copy, received, message, node }: Call): string =>
  `${message.number}.${copy}${node}${received.number}${answer === undefined ? "" : `:${encodedAnswer(answer)}`}`

export interface Bounds {
  /** The total number of calls, and the number in flight at once. */
  readonly calls: number
  readonly atOnce: number
  readonly until: Millis
  /** The difference of node B's clock to the store's clock. Node A's clock is exact. */
  readonly ahead: -1 | 0 | 1
}

/** The world to explore: its scene and bounds, and an optional bug. */
export interface World {
  readonly scene: Scene
  readonly bounds: Bounds
  readonly bug?: Switch
}
