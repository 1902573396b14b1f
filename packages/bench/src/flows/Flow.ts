import type { Target } from "../load/Target.ts"

/** One flow: the same code against the floor and ours, which take the same paths and the same bytes. */
export interface Flow {
  readonly name: string
  /** HTTP requests in one run of it. */
  readonly requests: number
  /**
   * Prepares one of `users`, and answers what runs the flow once. It throws on any answer but the expected one.
   */
  readonly open: (target: Target, user: number, users: number) => Promise<Run>
}

export type Run = () => Promise<void>
