import { Context, Effect } from "effect"
import type { Environment } from "../model/Environment.ts"

import type { StoreUnavailable } from "../store/Store.ts"

/** The environment a call acts in. Set once, from the API token that was authenticated, and never from its body. */
export class CurrentEnvironment extends Context.Service<CurrentEnvironment, Environment>()(
  "@countersign/core/ports/CurrentEnvironment"
) {}

/**
 * Runs a program of one environment under that environment's own ports. By default every environment runs under the
 * ports of its caller; wiring replaces this where an environment has a clock or a store view of its own.
 */
export type RunInEnvironment = <A, E, R>(
  environment: Environment,
  program: Effect.Effect<A, E, R>
) => Effect.Effect<A, E | StoreUnavailable, R>

export const EnvironmentRunner = Context.Reference<RunInEnvironment | undefined>(
  "@countersign/core/ports/EnvironmentRunner",
  { defaultValue: () => undefined }
)

/** Runs a program in an environment, under that environment's own ports. */
export const inEnvironment = <A, E, R>(environment: Environment, program: Effect.Effect<A, E, R>) =>
  Effect.flatMap(EnvironmentRunner, (run): Effect.Effect<A, E | StoreUnavailable, Exclude<R, CurrentEnvironment>> => {
    const provided = Effect.provideService(program, CurrentEnvironment, environment)
    return run === undefined ? provided : run(environment, provided)
  })
