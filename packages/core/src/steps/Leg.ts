import type { Environment, EnvironmentKey, Millis } from "../model/Environment.ts"
import type { PolicyValues } from "../model/Policy.ts"
import type { Plan } from "../store/plans.ts"

/** The input of every step, without the records. */
export interface Call<Command> {
  readonly command: Command
  readonly environment: EnvironmentKey
  readonly here: Environment
  readonly policy: PolicyValues
  readonly at: Millis
}

/** The input of a step, with the records that the reads found. */
export interface Leg<Command, Found> extends Call<Command> {
  readonly found: Found
}

/** A decision: the plan to commit, and the reply to return after the commit. */
export interface Decision<Reply> extends Plan {
  readonly reply: Reply
}
