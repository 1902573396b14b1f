import type { Target } from "../load/Target.ts"
import type { KindName } from "../server/ServerSpec.ts"

/** One flow: the same code against the floor and ours, which take the same paths and the same bytes. */
export interface Flow {
  readonly name: string
  /** HTTP requests in one run of it. */
  readonly requests: number
  /** The servers that take it; the floor and ours unless it says otherwise. */
  readonly kinds?: ReadonlyArray<KindName>
  /** Prepares one of `users`. */
  readonly open: (target: Target, user: number, users: number) => Promise<User>
}

/** Somebody who runs a flow. */
export interface User {
  /** Runs it once. Throws on any answer but the expected one. */
  readonly run: () => Promise<void>
  /** Makes ready what so many runs use up, before the time is taken. */
  readonly ahead?: (runs: number) => Promise<void>
}
