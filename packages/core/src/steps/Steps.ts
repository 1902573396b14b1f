import type { Effect, Result } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"
import type { Recorded } from "../store/plans.ts"
import type { Reads } from "../store/records.ts"
import type { Store, StoreUnavailable } from "../store/Store.ts"
import type { Call, Leg } from "./Leg.ts"

/**
 * The steps of one leg of a signed retry, in the order in which they run: a chain has each step at most once. Each adds a
 * field to the leg, which the later ones receive. `Answers` is what the leg may decide. `E` is what the steps so far may fail with, and `R` what they need.
 *
 * The runner loads the reads in one round trip, runs the steps and commits. After a version conflict it repeats them, a
 * bounded number of times. No step commits. Give each function a name: stack traces and profiles show it.
 */
export interface Steps<L extends object, Answers, E, R> {
  /** Loads records that depend on the first ones, and does nothing else. Adds them to `found`. */
  readonly more: <More extends Loading>(
    load: (leg: L) => More
  ) => Omit<Steps<L & { readonly found: Effect.Success<More> }, Answers, E, R>, UpToMore>
  /** Pure. Refuses what needs no port, and adds `checked`, which `prepare` receives in place of the records. */
  readonly check: <Check extends Result.Result<object, unknown>>(
    check: (leg: L) => Check
  ) => Omit<
    Steps<L & { readonly checked: Result.Result.Success<Check> }, Answers, E | Result.Result.Failure<Check>, R>,
    UpToCheck
  >
  /**
   * The only step that uses ports: it verifies proofs, generates ids and keys, encrypts and decrypts, and calls the host's
   * verifier. Adds `prepared`. It runs once per call. After a conflict it runs again only if `check` returns other
   * `inputs`, compared by structure.
   */
  readonly prepare: <Prepare extends Effect.Effect<unknown, unknown, unknown>>(
    prepare: (leg: Omit<L, "found">) => Prepare
  ) => Omit<
    Steps<
      L & { readonly prepared: Effect.Success<Prepare> },
      Answers,
      E | Effect.Error<Prepare>,
      R | Effect.Services<Prepare>
    >,
    UpToPrepare
  >
  /**
   * Pure and synchronous. Returns the changes, their guards, the events and the reply, or a refusal. A refusal that must
   * write a record is a `Recorded`.
   */
  readonly decide: <Decide extends Result.Result<Answers, unknown>>(
    decide: (leg: L) => Decide
  ) => Decided<L, Result.Result.Success<Decide>, E | Result.Result.Failure<Decide>, R>
}

/** The steps that a chain no longer has. A second step of a name would silently replace the first. */
export type UpToMore = "inTurn" | "more"
export type UpToCheck = UpToMore | "check"
export type UpToPrepare = UpToCheck | "prepare"

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
