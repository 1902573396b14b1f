import { Schema } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"
import type { FoundOf, Reads } from "../store/records.ts"
import type { Leg } from "./Leg.ts"
import { chained, type LegSteps } from "./operation.ts"
import { NO_STEPS } from "./run.ts"
import type { Challenged, Finished, FirstLeg, Immediate, SecondLeg } from "./SignedOperation.ts"
import type { ReadOptions, Run } from "./Steps.ts"

/** The first leg of a signed retry, from its reads. It decides what to sign, or is done at once. */
export function begins<Command, R extends Reads>(
  reads: (command: Command, environment: EnvironmentKey) => R,
  options?: ReadOptions<Command>
): LegSteps<Leg<Command, FoundOf<R>> & FirstLeg, Challenged<unknown> | Immediate<unknown>>
export function begins(reads: Run<unknown>["reads"], options?: ReadOptions<never>): unknown {
  return chained({ reads, ...NO_STEPS, ...options }, (steps) => steps)
}

/** The second leg, from the intent that the first one stored, and its reads. */
export function finishes<Command, Intent, R extends Reads>(
  intent: Schema.Codec<Intent, unknown>,
  reads: (command: Command, environment: EnvironmentKey) => R
): LegSteps<Leg<Command, FoundOf<R>> & SecondLeg<Intent>, Finished<unknown>>
export function finishes(intent: Schema.Codec<unknown, unknown>, reads: Run<unknown>["reads"]): unknown {
  return chained({ reads, ...NO_STEPS, intent: Schema.toCodecJson(intent) }, (steps) => steps)
}
