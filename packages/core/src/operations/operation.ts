import { Clock, Context, Effect, Equal, Exit, Result } from "effect"
import { type Environment, type EnvironmentKey, environmentKey, type Millis } from "../model/Environment.ts"
import { Policy, type PolicyValues } from "../model/Policy.ts"
import { CurrentEnvironment } from "../ports/EnvironmentRunner.ts"
import { type Plan, recordOf, refusalOf } from "../store/plans.ts"
import { type FoundOf, type Reads, recordsOf, refsOf } from "../store/records.ts"
import { type Conflict, Store, type StoreUnavailable } from "../store/Store.ts"
import { type CallCache, newCallCache, preparedOf, type RecentReads, recentRows, untilCommitted } from "./CallCache.ts"
import { commitPlan } from "./commitPlan.ts"

/** The input of every step of an operation. */
export interface Leg<Command, Found> {
  readonly command: Command
  readonly found: Found
  readonly environment: EnvironmentKey
  readonly here: Environment
  readonly policy: PolicyValues
  readonly at: Millis
}

/** The return type of an operation's `check`. */
export type CheckedBy<F> = F extends (leg: never) => Result.Result<infer A, unknown> ? A : never

/** The return type of an operation's `prepare`. */
export type PreparedBy<F> = F extends (leg: never) => Effect.Effect<infer A, unknown, unknown> ? A : never

/**
 * The steps of one operation, or of one leg of a signed retry. The runner loads, runs the steps and commits. After a
 * version conflict it repeats them, a bounded number of times.
 *
 * 1. `reads` are loaded in one round trip. `moreReads` loads records that depend on the first ones, and does nothing
 *    else.
 * 2. `check` is pure. It refuses what needs no port, and returns the input of `prepare`.
 * 3. `prepare` is the only step that uses ports: it verifies proofs, generates ids and keys, encrypts and decrypts, and
 *    calls the host's verifier. It runs once per call. After a conflict it runs again only if `check` returns other
 *    `inputs`, compared by structure.
 * 4. `decide` is pure and synchronous. It returns the changes, their guards, the events and the reply, or a refusal. A
 *    refusal that must write a record is a `Recorded`.
 *
 * No step commits.
 */
export interface Steps<Command, R, More, Q, P, Answer, CheckE, PrepareE, PrepareR, DecideE, Extra = unknown> {
  readonly reads: (command: Command, environment: EnvironmentKey) => R
  /**
   * Whether the reads may come from the recent rows of this node, which saves their round trip. The commit then guards
   * the version of each. After any refusal or conflict the steps run again on rows that are loaded.
   */
  readonly mayReadRecent?: boolean
  readonly moreReads: (leg: Leg<Command, FoundOf<R>> & Extra) => Effect.Effect<More, StoreUnavailable, Store>
  readonly check: (leg: Leg<Command, FoundOf<R> & NoInfer<More>> & Extra) => Result.Result<Q, CheckE>
  readonly prepare: (
    leg: Omit<Leg<Command, never>, "found"> & Extra & { readonly checked: NoInfer<Q> }
  ) => Effect.Effect<P, PrepareE, PrepareR>
  readonly decide: (
    leg: Leg<Command, FoundOf<R> & NoInfer<More>> &
      Extra & { readonly checked: NoInfer<Q>; readonly prepared: NoInfer<P> }
  ) => Result.Result<Answer, DecideE>
}

/** The steps as an operation declares them: the three in the middle are optional. */
export type SomeSteps<Command, R, More, Q, P, Answer, CheckE, PrepareE, PrepareR, DecideE, Extra = unknown> = Pick<
  Steps<Command, R, More, Q, P, Answer, CheckE, PrepareE, PrepareR, DecideE, Extra>,
  "decide" | "reads"
> &
  Partial<
    Pick<
      Steps<Command, R, More, Q, P, Answer, CheckE, PrepareE, PrepareR, DecideE, Extra>,
      "check" | "mayReadRecent" | "moreReads" | "prepare"
    >
  >

/** A decision: the plan to commit, and the reply to return after the commit. */
export interface Decision<Reply> extends Plan {
  readonly reply: Reply
}

/** Makes a callable operation that needs no signature. */
export const operation = <
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
    /** Delays the steps after the first reads until their turn. `at` is then the time at which the turn begins. */
    readonly inTurn?: <B, E, S>(
      found: FoundOf<R>,
      rest: Effect.Effect<B, E | StoreUnavailable, S>
    ) => Effect.Effect<B, E | StoreUnavailable, S>
    /** Returns the refusal for a conflict that a retry would meet again. `undefined` retries. */
    readonly lost?: (conflict: Conflict, command: Command, prepared: NoInfer<P> | undefined) => TakenE | undefined
  }
) => {
  const steps = withDefaults<Command, R, More, Q, P, A, CheckE, PrepareE, PrepareR, DecideE>(operation)
  const { inTurn, lost } = operation
  const decideAndCommit = function* (leg: Leg<Command, FoundOf<R>>, cache: CallCache<P, PrepareE>) {
    const decision = yield* runSteps(steps, leg, cache)
    yield* commitPlan(decision, leg, cache)
    const reply: A["reply"] = decision.reply
    return reply
  }
  const attempt = Effect.fnUntraced(function* (command: Command, cache: CallCache<P, PrepareE>) {
    const leg = yield* loadReads(steps.reads, command, cache)
    if (inTurn === undefined) return yield* decideAndCommit(leg, cache)
    return yield* inTurn(
      leg.found,
      Effect.gen(function* () {
        return yield* decideAndCommit({ ...leg, at: yield* Clock.currentTimeMillis }, cache)
      })
    )
  })
  return (command: Command) =>
    Effect.suspend(() => {
      const cache: CallCache<P, PrepareE> = newCallCache(steps)
      return untilCommitted(attempt(command, cache), cache, (conflict) => lost?.(conflict, command, preparedOf(cache)))
    })
}

/** Returns the steps with defaults for the absent ones. */
export function withDefaults<
  Command,
  R extends Reads,
  More,
  Q,
  P,
  Answer,
  CheckE,
  PrepareE,
  PrepareR,
  DecideE,
  Extra = unknown
>(
  steps: SomeSteps<Command, R, More, Q, P, Answer, CheckE, PrepareE, PrepareR, DecideE, Extra>
): Steps<Command, R, More, Q, P, Answer, CheckE, PrepareE, PrepareR, DecideE, Extra>
// Type parameters of an absent step are not inferred; their defaults in `operation` match what these defaults return.
export function withDefaults(steps: object): object {
  return { ...DEFAULTS, ...steps }
}

const EMPTY = Effect.succeed({})
const ACCEPTED = Result.succeed({})
const nothing = () => EMPTY
const DEFAULTS = { moreReads: nothing, check: () => ACCEPTED, prepare: nothing }

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
export function* runSteps<Command, R, More, Q extends object, P, Answer, CheckE, PrepareE, PrepareR, DecideE, Extra>(
  steps: Steps<Command, R, More, Q, P, Answer, CheckE, PrepareE, PrepareR, DecideE, Extra>,
  first: Leg<Command, FoundOf<R>> & NoInfer<Extra>,
  cache: CallCache<P, PrepareE>
) {
  const more = yield* steps.moreReads(first)
  const leg = { ...first, found: { ...first.found, ...more } }
  const check = steps.check(leg)
  if (Result.isFailure(check)) return yield* Effect.fail(check.failure)
  const checked = check.success
  const inputs = "inputs" in checked ? checked.inputs : undefined
  if (cache.prepared === undefined || !Equal.equals(cache.prepared.inputs, inputs)) {
    cache.prepared = { inputs, exit: yield* Effect.exit(steps.prepare({ ...leg, checked })) }
  }
  const { exit } = cache.prepared
  const decision = steps.decide({ ...leg, checked, prepared: Exit.isSuccess(exit) ? exit.value : yield* exit })
  if (Result.isSuccess(decision)) return decision.success
  const { failure } = decision
  const record = recordOf(failure)
  // A refusal on recent rows is not final, so it writes nothing.
  if (record !== undefined && cache.recentVersions.length === 0) yield* commitPlan(record, first, cache)
  return yield* Effect.fail(refusalOf(failure))
}
