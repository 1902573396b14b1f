import { Clock, Effect, type Result } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"
import type { RecordOf, RefusalOf } from "../store/plans.ts"
import type { FoundOf, Reads } from "../store/records.ts"
import type { Conflict } from "../store/Store.ts"
import { type CallCache, newCallCache, preparedOf, untilCommitted } from "./CallCache.ts"
import { carryOut, type LimitsE, type PlanNeeds } from "./carryOut.ts"
import type { Decision, Leg } from "./Leg.ts"
import { loadReads, NO_STEPS, runSteps } from "./run.ts"
import type { Decided, Loading, ReadOptions, ReplyOf, Run, StepRefusal, StepService } from "./Steps.ts"
import { inTurnOf } from "./turns.ts"

/** An operation that needs no signature, from its reads. */
export function operation<Command, R extends Reads>(
  reads: (command: Command, environment: EnvironmentKey) => R,
  options?: ReadOptions<Command>
): Steps<Leg<Command, FoundOf<R>>, Decision<unknown>, never, never, "operation">
export function operation(reads: Run<unknown>["reads"], options?: ReadOptions<never>): unknown {
  const called = (steps: Run<Decision<unknown>> & Unsigned) => Object.assign(running(steps), steps)
  return chained({ reads, ...NO_STEPS, ...options }, called)
}

/**
 * The steps of an operation without a signature, or of one leg of a signed retry, in the order in which they run: a chain
 * has each step at most once. Each adds a field to the leg, which the later ones receive. `Answers` is what it may decide.
 * `E` is what the steps so far may fail with, and `R` what they need.
 *
 * The runner loads the reads in one round trip, runs the steps and commits. After a version conflict it repeats them, a
 * bounded number of times. No step commits. Give each function a name: stack traces and profiles show it.
 */
export interface Steps<L extends Leg<unknown, unknown>, Answers, E, R, Kind extends "leg" | "operation"> {
  /**
   * Delays the later steps until no other call of this node works on these records. `at` is then the time at which the
   * turn begins.
   */
  readonly inTurn: (
    turns: (found: L["found"]) => ReadonlyArray<string>
  ) => Omit<Steps<L, Answers, E, R, Kind>, Gone<Kind, "inTurn">>
  /** Loads records that depend on the first ones, and does nothing else. Adds them to `found`. */
  readonly more: <More extends Loading>(
    load: (leg: L) => More
  ) => Omit<Steps<L & { readonly found: Effect.Success<More> }, Answers, E, R, Kind>, Gone<Kind, UpToMore>>
  /** Pure. Refuses what needs no port, and adds `checked`, which `prepare` receives in place of the records. */
  readonly check: <Check extends Result.Result<object, unknown>>(
    check: (leg: L) => Check
  ) => Omit<
    Steps<L & { readonly checked: Result.Result.Success<Check> }, Answers, E | Result.Result.Failure<Check>, R, Kind>,
    Gone<Kind, UpToCheck>
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
      R | Effect.Services<Prepare>,
      Kind
    >,
    Gone<Kind, UpToCheck | "prepare">
  >
  /** Returns the refusal for a conflict that a retry would meet again. `undefined` retries. */
  readonly lost: <TakenE>(
    lost: (
      conflict: Conflict,
      command: L["command"],
      prepared: L extends { readonly prepared: infer Prepared } ? Prepared | undefined : undefined
    ) => TakenE | undefined
  ) => Pick<Steps<L, Answers, E | TakenE, R, Kind>, "decide">
  /**
   * Pure and synchronous. Returns the changes, their guards, the events and the reply, or a refusal. A refusal that must
   * write a record is a `Recorded`.
   */
  readonly decide: <Decide extends Result.Result<Answers, unknown>>(
    decide: (leg: L) => Decide
  ) => {
    readonly leg: Decided<L, Result.Result.Success<Decide>, E | Result.Result.Failure<Decide>, R>
    readonly operation: Operation<L, Result.Result.Success<Decide>, E | Result.Result.Failure<Decide>, R>
  }[Kind]
}

/** The steps that a chain no longer has. A second step of a name would silently replace the first. */
type UpToMore = "inTurn" | "more"
type UpToCheck = UpToMore | "check"

/** The steps that a chain of a kind has no longer, or never had. */
type Gone<Kind extends keyof OfOperations, Past> = (Past | OfOperations[Kind]) & string

/** The steps of operations alone. */
interface OfOperations {
  readonly leg: "inTurn" | "lost"
  readonly operation: never
}

/** The steps of a leg. */
export type LegSteps<L extends Leg<unknown, unknown>, Answers> = Omit<
  Steps<L, Answers, never, never, "leg">,
  Gone<"leg", never>
>

/** An operation to call. Tests call its steps one at a time. */
export interface Operation<L extends Leg<unknown, unknown>, Answer, E, R> extends Decided<L, Answer, E, R> {
  (
    command: L["command"]
  ): Effect.Effect<
    ReplyOf<Answer>,
    RanError | RefusalOf<E> | LimitsE<Answer | RecordOf<E>>,
    RanServices | R | PlanNeeds<Answer | RecordOf<E>>
  >
}

/** Options of an unsigned operation, beside its steps. */
export interface Unsigned {
  inTurn?(found: object): ReadonlyArray<string>
  lost?(conflict: Conflict, command: never, prepared: unknown): StepRefusal | undefined
}

/** Each link is called once, when its module is loaded. */
export const chained = <S extends object, Decide>(
  steps: S,
  whole: (steps: S & { readonly decide: Decide }) => unknown
) => {
  const next = <Step extends object>(step: Step) => chained({ ...steps, ...step }, whole)
  const links: unknown = {
    inTurn: (inTurn: unknown) => next({ inTurn }),
    more: (more: unknown) => next({ more }),
    check: (check: unknown) => next({ check }),
    prepare: (prepare: unknown) => next({ prepare }),
    lost: (lost: unknown) => next({ lost }),
    decide: (decide: Decide) => whole({ ...steps, decide })
  }
  return links
}

/** The function that runs an operation. */
export const running = (steps: Run<Decision<unknown>> & Unsigned) => {
  const decideAndCommit = function* (leg: Leg<unknown, object>, cache: CallCache<unknown, StepRefusal>) {
    const decision = yield* runSteps(steps, leg, cache)
    yield* carryOut(decision, leg, cache)
    return decision.reply
  }
  const attempt = Effect.fnUntraced(function* attempt(command: never, cache: CallCache<unknown, StepRefusal>) {
    const leg = yield* loadReads(steps.reads, command, cache)
    if (steps.inTurn === undefined) return yield* decideAndCommit(leg, cache)
    return yield* inTurnOf(
      steps.inTurn(leg.found),
      Effect.gen(function* () {
        return yield* decideAndCommit({ ...leg, at: yield* Clock.currentTimeMillis }, cache)
      })
    )
  })
  return (command: never) =>
    Effect.suspend(() => {
      const cache: CallCache<unknown, StepRefusal> = newCallCache(command, steps)
      return untilCommitted(attempt(command, cache), cache, (conflict) =>
        steps.lost?.(conflict, command, preparedOf(cache))
      )
    })
}

type Ran = ReturnType<typeof running> extends (command: never) => infer Call ? Call : never
/** The errors and services of every operation, beside its own steps. */
export type RanError = Exclude<Effect.Error<Ran>, StepRefusal>
export type RanServices = Exclude<Effect.Services<Ran>, StepService>
