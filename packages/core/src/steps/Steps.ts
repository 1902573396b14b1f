import type { Effect, Result } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"
import type { Recorded } from "../store/plans.ts"
import type { Reads } from "../store/records.ts"
import type { Store, StoreUnavailable } from "../store/Store.ts"
import type { Call, Leg } from "./Leg.ts"

/** An effect that only loads. */
export type Loading = Effect.Effect<unknown, StoreUnavailable, Store>

/** Complete steps. Tests call them one at a time. */
export interface Decided<L, Answer, E, R> {
  readonly check: (
    leg: Omit<L, "checked" | "prepared">
  ) => Result.Result<L extends { readonly checked: infer Checked } ? Checked : object, E>
  readonly prepare: (
    leg: Omit<L, "found" | "prepared">
  ) => Effect.Effect<L extends { readonly prepared: infer Prepared } ? Prepared : object, E, R>
  readonly decide: (leg: L) => Result.Result<Answer, E>
}

/** Any complete steps that decide `Answer`. */
export interface Deciding<Answer> {
  readonly decide: (leg: never) => Result.Result<Answer, unknown>
}

export type CommandOf<S> = S extends { readonly decide: (leg: infer L) => unknown }
  ? L extends { readonly command: infer Command }
    ? Command
    : never
  : never
export type AnswerOf<S> = S extends Deciding<infer Answer> ? Answer : never
export type ReplyOf<Answer> = Answer extends { readonly reply: infer Reply } ? Reply : never
/** The errors of the steps, `Recorded` refusals included. */
export type FailureOf<S> = S extends { readonly decide: (leg: never) => Result.Result<unknown, infer E> } ? E : never
export type ServicesOf<S> = S extends { readonly prepare: (leg: never) => Effect.Effect<unknown, unknown, infer R> }
  ? R
  : never

/** Whether the first reads of a call may come from the recent rows of this node, which saves their round trip. */
export interface ReadOptions<Command> {
  /**
   * The commit then guards the version of each row. After any refusal or conflict the steps run again on rows that are
   * loaded.
   */
  readonly mayReadRecent?: boolean | ((command: Command) => boolean)
}

/** In the runner, what any step refuses. The types of an operation have its own refusals in place of it. */
export type StepRefusal = "the refusal of a step"
/** In the runner, what any step needs. */
export type StepService = "a service of a step"

/**
 * The steps as the runner has them, without the types of their operation. Their members are methods, because the types of
 * an operation's own legs are narrower.
 */
export interface Run<Answer> extends ReadOptions<never> {
  reads(command: never, environment: EnvironmentKey): Reads
  more(leg: Leg<unknown, object>): Effect.Effect<object, StoreUnavailable, Store>
  check(leg: Leg<unknown, object>): Result.Result<object, StepRefusal>
  prepare(leg: Call<unknown>): Effect.Effect<unknown, StepRefusal, StepService>
  decide(leg: Leg<unknown, object>): Result.Result<Answer, StepRefusal | Recorded<StepRefusal>>
}
