import { Clock, Effect, type Result } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"
import type { RecordOf, RefusalOf } from "../store/plans.ts"
import type { FoundOf, Reads } from "../store/records.ts"
import type { Conflict } from "../store/Store.ts"
import { inTurnOf } from "./AccountTurns.ts"
import { type CallCache, newCallCache, preparedOf, untilCommitted } from "./CallCache.ts"
import { carryOut, type LimitsE, type PlanNeeds } from "./carryOut.ts"
import type { Decision, Leg } from "./Leg.ts"
import { loadReads, NO_STEPS, runSteps } from "./run.ts"
import type {
  Decided,
  Loading,
  ReadOptions,
  ReplyOf,
  Run,
  StepRefusal,
  StepService,
  UpToCheck,
  UpToMore,
  UpToPrepare
} from "./Steps.ts"

/** An operation that needs no signature, from its reads. */
export function operation<Command, R extends Reads>(
  reads: (command: Command, environment: EnvironmentKey) => R,
  options?: ReadOptions<Command>
): UnsignedSteps<Leg<Command, FoundOf<R>>, never, never>
export function operation(reads: Run<unknown>["reads"], options?: ReadOptions<never>): unknown {
  return chained({ reads, ...NO_STEPS, ...options })
}

/** The steps of an operation that needs no signature. They are those of a leg (see `Steps`), and two more. */
export interface UnsignedSteps<L extends Leg<unknown, unknown>, E, R> {
  /**
   * Delays the later steps until no other call of this node works on these records. `at` is then the time at which the
   * turn begins.
   */
  readonly inTurn: (turns: (found: L["found"]) => ReadonlyArray<string>) => Omit<UnsignedSteps<L, E, R>, "inTurn">
  readonly more: <More extends Loading>(
    load: (leg: L) => More
  ) => Omit<UnsignedSteps<L & { readonly found: Effect.Success<More> }, E, R>, UpToMore>
  readonly check: <Check extends Result.Result<object, unknown>>(
    check: (leg: L) => Check
  ) => Omit<
    UnsignedSteps<L & { readonly checked: Result.Result.Success<Check> }, E | Result.Result.Failure<Check>, R>,
    UpToCheck
  >
  readonly prepare: <Prepare extends Effect.Effect<unknown, unknown, unknown>>(
    prepare: (leg: Omit<L, "found">) => Prepare
  ) => Omit<
    UnsignedSteps<
      L & { readonly prepared: Effect.Success<Prepare> },
      E | Effect.Error<Prepare>,
      R | Effect.Services<Prepare>
    >,
    UpToPrepare
  >
  /** Returns the refusal for a conflict that a retry would meet again. `undefined` retries. */
  readonly lost: <TakenE>(
    lost: (
      conflict: Conflict,
      command: L["command"],
      prepared: L extends { readonly prepared: infer Prepared } ? Prepared | undefined : undefined
    ) => TakenE | undefined
  ) => Pick<UnsignedSteps<L, E | TakenE, R>, "decide">
  readonly decide: <Decide extends Result.Result<Decision<unknown>, unknown>>(
    decide: (leg: L) => Decide
  ) => Operation<L, Result.Result.Success<Decide>, E | Result.Result.Failure<Decide>, R>
}

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
const chained = (steps: Omit<Run<unknown>, "decide"> & Unsigned): unknown => ({
  inTurn: (inTurn: Required<Unsigned>["inTurn"]) => chained({ ...steps, inTurn }),
  more: (more: Run<unknown>["more"]) => chained({ ...steps, more }),
  check: (check: Run<unknown>["check"]) => chained({ ...steps, check }),
  prepare: (prepare: Run<unknown>["prepare"]) => chained({ ...steps, prepare }),
  lost: (lost: Required<Unsigned>["lost"]) => chained({ ...steps, lost }),
  decide: (decide: Run<Decision<unknown>>["decide"]) => {
    const whole = { ...steps, decide }
    return Object.assign(running(whole), whole)
  }
})

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
