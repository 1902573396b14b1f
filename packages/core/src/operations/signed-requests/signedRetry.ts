import type { Effect, Schema } from "effect"
import type { LimitsE, PlanNeeds } from "../../steps/carryOut.ts"
import type {
  Challenged,
  Finished,
  FirstLeg,
  Immediate,
  Outcome,
  RetryHeaders,
  SecondLeg,
  SignedOperation
} from "../../steps/SignedOperation.ts"
import type { StepRefusal } from "../../steps/Steps.ts"
import { type RetriedError, type RetriedServices, retrying } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import type { RecordOf, RefusalOf } from "../../store/plans.ts"
import type { Reads } from "../../store/records.ts"
import { type OldSteps, type SomeSteps, withDefaults } from "../operation.ts"

// The spelling of a signed retry before `steps/`. It goes when the last operation is a chain.

export function signedRetry<
  Command,
  Intent,
  Reply,
  R1 extends Reads,
  R2 extends Reads,
  BeginE,
  FinishE,
  M1 = unknown,
  M2 = unknown,
  Q1 extends object = object,
  Q2 extends object = object,
  P1 = void,
  P2 = void,
  C1 = never,
  C2 = never,
  E1 = never,
  E2 = never,
  S1 = never,
  S2 = never,
  TakenE = never
>(
  operation: SignedOperation<Command, TakenE> & {
    readonly intent: Schema.Codec<Intent, Json>
    readonly begin: SomeSteps<
      Command,
      R1,
      M1,
      Q1,
      P1,
      Challenged<Intent> | Immediate<Reply>,
      C1,
      E1,
      S1,
      BeginE,
      FirstLeg
    >
    readonly finish: SomeSteps<Command, R2, M2, Q2, P2, Finished<Reply>, C2, E2, S2, FinishE, SecondLeg<Intent>>
  }
): (
  command: Command,
  headers: RetryHeaders
) => Effect.Effect<
  Outcome<Reply>,
  RetriedError | C1 | C2 | E1 | E2 | RefusalOf<BeginE | FinishE> | LimitsE<RecordOf<BeginE | FinishE>> | TakenE,
  RetriedServices | S1 | S2 | PlanNeeds<RecordOf<BeginE | FinishE>>
>
export function signedRetry(operation: OldSigned): unknown {
  const { begin, finish, intent, ...signed } = operation
  return retrying({ ...signed, begin: withDefaults(begin), finish: { ...withDefaults(finish), intent } })
}

interface OldSigned extends SignedOperation<never, StepRefusal> {
  readonly intent: Schema.Codec<unknown, Json>
  readonly begin: OldSteps<Challenged<unknown> | Immediate<unknown>>
  readonly finish: OldSteps<Finished<unknown>>
}
