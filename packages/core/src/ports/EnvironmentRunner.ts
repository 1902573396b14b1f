import { Context, Effect } from "effect"
import { type Environment, environmentKey } from "../model/Environment.ts"
import type { StoreUnavailable } from "../store/Store.ts"

/** The environment of a call. It is set once, from the authenticated API token, never from the body. */
export class CurrentEnvironment extends Context.Service<CurrentEnvironment, Environment>()(
  "@countersign/core/ports/CurrentEnvironment"
) {}

/** The key of the environment of a call. */
export const currentKey = Effect.map(CurrentEnvironment, environmentKey)

/**
 * Runs a program with the ports of its environment. By default every environment uses the ports of the caller; the
 * wiring replaces this for environments with their own clock or store.
 */
export type RunInEnvironment = <A, E, R>(
  environment: Environment,
  program: Effect.Effect<A, E, R>
) => Effect.Effect<A, E | StoreUnavailable, R>

export const EnvironmentRunner = Context.Reference<RunInEnvironment | undefined>(
  "@countersign/core/ports/EnvironmentRunner",
  { defaultValue: () => undefined }
)

/** Runs a program in an environment, with the ports of that environment. */
export const inEnvironment = <A, E, R>(environment: Environment, program: Effect.Effect<A, E, R>) =>
  Effect.flatMap(EnvironmentRunner, (run): Effect.Effect<A, E | StoreUnavailable, Exclude<R, CurrentEnvironment>> => {
    const provided = Effect.provideService(program, CurrentEnvironment, environment)
    return run === undefined ? provided : run(environment, provided)
  })
