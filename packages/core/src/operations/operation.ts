import type { Effect, Result } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"
import type { LimitsE, PlanNeeds } from "../steps/carryOut.ts"
import type { Call, Decision, Leg } from "../steps/Leg.ts"
import { type RanError, type RanServices, running, type Unsigned } from "../steps/operation.ts"
import { NO_STEPS } from "../steps/run.ts"
import type { Run } from "../steps/Steps.ts"
import type { RecordOf, RefusalOf } from "../store/plans.ts"
import type { FoundOf, Reads } from "../store/records.ts"
import type { Conflict, Store, StoreUnavailable } from "../store/Store.ts"

// The spelling of an operation before `steps/`. It goes when the last operation is a chain.

export type { Decision, Leg }

/** The return type of an operation's `check`. */
export type CheckedBy<F> = F extends (leg: never) => Result.Result<infer A, unknown> ? A : never

/** The return type of an operation's `prepare`. */
export type PreparedBy<F> = F extends (leg: never) => Effect.Effect<infer A, unknown, unknown> ? A : never

type Found<R> = FoundOf<R> & object

export interface SomeSteps<Command, R, More, Q, P, Answer, CheckE, PrepareE, PrepareR, DecideE, Extra = unknown> {
  readonly reads: (command: Command, environment: EnvironmentKey) => R
  readonly mayReadRecent?: boolean
  readonly moreReads?: (leg: Leg<Command, Found<R>> & Extra) => Effect.Effect<More, StoreUnavailable, Store>
  readonly check?: (leg: Leg<Command, Found<R> & NoInfer<More>> & Extra) => Result.Result<Q, CheckE>
  readonly prepare?: (
    leg: Call<Command> & Extra & { readonly checked: NoInfer<Q> }
  ) => Effect.Effect<P, PrepareE, PrepareR>
  readonly decide: (
    leg: Leg<Command, Found<R> & NoInfer<More>> &
      Extra & { readonly checked: NoInfer<Q>; readonly prepared: NoInfer<P> }
  ) => Result.Result<Answer, DecideE>
}

export function operation<
  Command,
  R extends Reads,
  A extends Decision<unknown>,
  DecideE,
  More = unknown,
  Q extends object = object,
  P = void,
  CheckE = never,
  PrepareE = never,
  PrepareR = never,
  TakenE = never
>(
  operation: SomeSteps<Command, R, More, Q, P, A, CheckE, PrepareE, PrepareR, DecideE> & {
    readonly inTurn?: (found: Found<R>) => ReadonlyArray<string>
    readonly lost?: (conflict: Conflict, command: Command, prepared: NoInfer<P> | undefined) => TakenE | undefined
  }
): (
  command: Command
) => Effect.Effect<
  A["reply"],
  RanError | CheckE | PrepareE | RefusalOf<DecideE> | TakenE | LimitsE<A | RecordOf<DecideE>>,
  RanServices | PrepareR | PlanNeeds<A | RecordOf<DecideE>>
>
export function operation(operation: OldSteps<Decision<unknown>> & Unsigned): unknown {
  return running({ ...operation, ...withDefaults(operation) })
}

export interface OldSteps<Answer> extends Pick<Run<Answer>, "decide" | "reads"> {
  readonly mayReadRecent?: boolean
  moreReads?(...leg: Parameters<Run<Answer>["more"]>): ReturnType<Run<Answer>["more"]>
  check?(...leg: Parameters<Run<Answer>["check"]>): ReturnType<Run<Answer>["check"]>
  prepare?(...leg: Parameters<Run<Answer>["prepare"]>): ReturnType<Run<Answer>["prepare"]>
}

export const withDefaults = <Answer>({ moreReads: more, ...steps }: OldSteps<Answer>): Run<Answer> => ({
  ...NO_STEPS,
  ...(more && { more }),
  ...steps
})
