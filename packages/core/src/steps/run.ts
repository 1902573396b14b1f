import { Clock, Context, Effect, Equal, Exit, Result } from "effect"
import { type EnvironmentKey, environmentKey } from "../model/Environment.ts"
import { Policy } from "../model/Policy.ts"
import { CurrentEnvironment } from "../ports/EnvironmentRunner.ts"
import { recordOf, refusalOf } from "../store/plans.ts"
import { type FoundOf, type Reads, recordsOf, refsOf } from "../store/records.ts"
import { Store } from "../store/Store.ts"
import { type CallCache, type RecentReads, recentRows } from "./CallCache.ts"
import { carryOut } from "./carryOut.ts"
import type { Leg } from "./Leg.ts"
import type { Run, StepRefusal } from "./Steps.ts"

const EMPTY = Effect.succeed({})
const ACCEPTED = Result.succeed({})
const nothing = () => EMPTY

/** The steps in the middle, of an operation that has none. */
export const NO_STEPS = { more: nothing, check: () => ACCEPTED, prepare: nothing }

// The two functions below are parts of the caller's generator, because an Effect of their own adds steps to every call.

/** Loads the reads of an operation, and collects the services that every step receives. */
export function* loadReads<Command, R extends Reads>(
  reads: (command: Command, environment: EnvironmentKey) => R,
  command: Command,
  cache: RecentReads
) {
  const services = yield* Effect.context<CurrentEnvironment | Store>()
  const here = Context.get(services, CurrentEnvironment)
  const environment = environmentKey(here)
  const wanted = reads(command, environment)
  const refs = refsOf(wanted)
  const store = Context.get(services, Store)
  const rows = recentRows(store, refs, cache) ?? (refs.length === 0 ? [] : yield* store.load(refs))
  const leg: Leg<Command, FoundOf<R>> = {
    command,
    found: recordsOf(wanted, rows),
    environment,
    here,
    policy: Context.get(services, Policy),
    at: Context.get(services, Clock.Clock).currentTimeMillisUnsafe()
  }
  return leg
}

/** Runs the steps on the loaded records. A refusal that carries a plan is committed first and returned after. */
export function* runSteps<Answer>(
  steps: Run<Answer>,
  first: Leg<unknown, object>,
  cache: CallCache<unknown, StepRefusal>
) {
  const more = yield* steps.more(first)
  const leg = { ...first, found: { ...first.found, ...more } }
  const check = steps.check(leg)
  if (Result.isFailure(check)) return yield* Effect.fail(check.failure)
  const checked = check.success
  const inputs = "inputs" in checked ? checked.inputs : undefined
  const further = { ...leg, checked }
  if (cache.prepared === undefined || !Equal.equals(cache.prepared.inputs, inputs)) {
    cache.prepared = { inputs, exit: yield* Effect.exit(steps.prepare(further)) }
  }
  const { exit } = cache.prepared
  const whole = { ...further, prepared: Exit.isSuccess(exit) ? exit.value : yield* exit }
  const decision = steps.decide(whole)
  if (Result.isSuccess(decision)) return decision.success
  const { failure } = decision
  const record = recordOf(failure)
  // A refusal on recent rows is not final, so it writes nothing.
  if (record !== undefined && cache.recentVersions.length === 0) yield* carryOut(record, first, cache)
  return yield* Effect.fail(refusalOf(failure))
}
