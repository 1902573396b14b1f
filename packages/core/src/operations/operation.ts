import { Clock, Context, Effect, Equal, Exit, Result } from "effect"
import { type Bucket, nameOf } from "../model/Bucket.ts"
import { type Environment, type EnvironmentKey, environmentKey, type Millis } from "../model/Environment.ts"
import { Policy, type PolicyValues } from "../model/Policy.ts"
import { CurrentEnvironment } from "../ports/EnvironmentRunner.ts"
import { PaymentRails } from "../ports/PaymentRails.ts"
import { freshId, type Secrets } from "../ports/Secrets.ts"
import type { ServiceKey } from "../ports/ServiceKey.ts"
import { Throttle, type Throttled } from "../ports/Throttle.ts"
import type { Authorised } from "../rules/receipts/chain.ts"
import {
  type Booked,
  commitIn,
  type FoundOf,
  type Limited,
  type Plan,
  type Reads,
  recordOf,
  recordsOf,
  refsOf,
  refusalOf,
  type Write,
  withRetry
} from "../store/records.ts"
import {
  type Change,
  type Conflict,
  CurrentAttempt,
  type Guard,
  type Ref,
  type Row,
  Store,
  StoreUnavailable
} from "../store/Store.ts"
import { type Chain, withReceipt } from "./receipts/receiptPlan.ts"

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
 *    `asks`, compared by structure.
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

/** A plan that the end user authorised. Each receipt is appended to its chain in the same commit. */
export interface Receipted {
  readonly receipts: ReadonlyArray<{ readonly authorised: Authorised; readonly chain: Chain }>
}

/** The data that the runner caches between the attempts of one call. */
export interface Memory<P, E = unknown> {
  /** A refusal of `prepare` is cached too, so that a host's verifier does not run twice for the same account. */
  prepared?: { readonly asks: unknown; readonly answer: Exit.Exit<P, E> }
  readonly spent: Set<string>
  /** The versions of the recent rows that the round decides on. Empty if its rows were loaded. */
  assumed: ReadonlyArray<VersionGuard>
  /** Whether the next round may read recent rows. */
  mayReadRecent: boolean
}

type VersionGuard = Extract<Guard, { readonly guard: "version" }>

export const newMemory = ({ mayReadRecent = false }: { readonly mayReadRecent?: boolean | undefined } = {}) => ({
  spent: new Set<string>(),
  assumed: [],
  mayReadRecent
})

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
    /** Returns the refusal for a conflict that a retry would meet again. `undefined` retries. */
    readonly lost?: (conflict: Conflict, command: Command, prepared: NoInfer<P> | undefined) => TakenE | undefined
  }
) => {
  const steps = whole<Command, R, More, Q, P, A, CheckE, PrepareE, PrepareR, DecideE>(operation)
  const { lost } = operation
  const round = Effect.fnUntraced(function* (command: Command, memory: Memory<P, PrepareE>) {
    const leg = yield* begun(steps.reads, command, memory)
    const decision = yield* decided(steps, leg, memory)
    yield* concluded(decision, leg, memory)
    const reply: A["reply"] = decision.reply
    return reply
  })
  return (command: Command) =>
    Effect.suspend(() => {
      const memory: Memory<P, PrepareE> = newMemory(steps)
      return withRetry(recentFirst(round(command, memory), memory), (conflict) =>
        lost?.(conflict, command, preparedOf(memory))
      )
    })
}

const preparedOf = <P>({ prepared }: Memory<P>): P | undefined =>
  prepared !== undefined && Exit.isSuccess(prepared.answer) ? prepared.answer.value : undefined

/**
 * Runs a round, and once more on loaded rows if it failed on recent ones, which may be out of date. A failure of the
 * store is final: the commit may have been written.
 */
export const recentFirst = <A, E, R>(
  round: Effect.Effect<A, E, R>,
  memory: Pick<Memory<unknown>, "assumed" | "mayReadRecent">
): Effect.Effect<A, E, R> =>
  memory.mayReadRecent
    ? Effect.catch(round, (error) => {
        memory.mayReadRecent = false
        return memory.assumed.length === 0 || error instanceof StoreUnavailable ? Effect.fail(error) : round
      })
    : round

/** Returns the steps with defaults for the absent ones. */
export function whole<
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
export function whole(steps: object): object {
  return { moreReads: none, check: unchecked, prepare: none, ...steps }
}

const NONE = Effect.succeed({})
const none = () => NONE
const UNCHECKED = Result.succeed({})
const unchecked = () => UNCHECKED

/** Loads the reads of an operation, and collects the services that every step receives. */
export const begun = Effect.fnUntraced(function* <Command, R extends Reads>(
  reads: (command: Command, environment: EnvironmentKey) => R,
  command: Command,
  memory: Pick<Memory<unknown>, "assumed" | "mayReadRecent">
) {
  const services = yield* Effect.context<CurrentEnvironment | Store>()
  const here = Context.get(services, CurrentEnvironment)
  const environment = environmentKey(here)
  const wanted = reads(command, environment)
  const refs = refsOf(wanted)
  const store = Context.get(services, Store)
  const recent = memory.mayReadRecent ? store.recent?.(refs) : undefined
  memory.assumed = recent === undefined ? [] : refs.flatMap((ref, nth) => versionsOf(ref, recent[nth]))
  const rows = recent ?? (refs.length === 0 ? [] : yield* store.load(refs))
  const leg: Leg<Command, FoundOf<R>> = {
    command,
    found: recordsOf(wanted, rows),
    environment,
    here,
    policy: Context.get(services, Policy),
    at: Context.get(services, Clock.Clock).currentTimeMillisUnsafe()
  }
  return leg
})

const versionsOf = ({ collection, environment }: Ref, rows: ReadonlyArray<Row> = []): ReadonlyArray<VersionGuard> =>
  rows.map(({ id, version }) => ({ guard: "version", collection, environment, id, version }))

/** Runs the steps on the loaded records. A refusal that carries a plan is committed first and returned after. */
export const decided = Effect.fnUntraced(function* <
  Command,
  R,
  More,
  Q extends object,
  P,
  Answer,
  CheckE,
  PrepareE,
  PrepareR,
  DecideE,
  Extra
>(
  steps: Steps<Command, R, More, Q, P, Answer, CheckE, PrepareE, PrepareR, DecideE, Extra>,
  first: Leg<Command, FoundOf<R>> & NoInfer<Extra>,
  memory: Memory<P, PrepareE>
) {
  const more = yield* steps.moreReads(first)
  const leg = { ...first, found: { ...first.found, ...more } }
  const check = steps.check(leg)
  if (Result.isFailure(check)) return yield* Effect.fail(check.failure)
  const checked = check.success
  const asks = "asks" in checked ? checked.asks : undefined
  if (memory.prepared === undefined || !Equal.equals(memory.prepared.asks, asks)) {
    memory.prepared = { asks, answer: yield* Effect.exit(steps.prepare({ ...leg, checked })) }
  }
  const decision = steps.decide({ ...leg, checked, prepared: yield* memory.prepared.answer })
  if (Result.isSuccess(decision)) return decision.success
  const { failure } = decision
  const record = recordOf(failure)
  // A refusal on recent rows is not final, so it writes nothing.
  if (record !== undefined && memory.assumed.length === 0) yield* concluded(record, first, memory)
  return yield* Effect.fail(refusalOf(failure))
})

type Place = Pick<Leg<unknown, unknown>, "at" | "here">

/** The errors and requirements of a plan, derived from the parts that its type contains. */
type LimitsE<A> = [Extract<A, Limited>] extends [never] ? never : Throttled
type PlanNeeds<A> =
  | ([Extract<A, Limited>] extends [never] ? never : Throttle)
  | ([Extract<A, Booked>] extends [never] ? never : PaymentRails)
  | ([Extract<A, Receipted>] extends [never] ? never : CurrentEnvironment | ServiceKey)

/** Commits a plan. Rate limits are consumed once per call, drafts get their ids, and receipts are signed. */
export function concluded<A extends Plan>(
  plan: A,
  place: Place,
  memory: Pick<Memory<unknown>, "assumed" | "spent">
): Effect.Effect<void, Conflict | StoreUnavailable | LimitsE<A>, PlanNeeds<A> | Secrets | Store>
export function concluded(
  plan: Plan & Partial<Booked & Limited & Receipted>,
  place: Place,
  memory: Pick<Memory<unknown>, "assumed" | "spent">
): Effect.Effect<void, unknown, unknown> {
  return committed(plan, place, memory)
}

const committed = Effect.fnUntraced(function* (
  plan: Plan & Partial<Booked & Limited & Receipted>,
  { at, here }: Place,
  { assumed, spent }: Pick<Memory<unknown>, "assumed" | "spent">
) {
  const services = yield* Effect.context<PaymentRails | Secrets | Store | Throttle>()
  const due: Array<Bucket> = []
  for (const bucket of plan.limits ?? []) if (!spent.has(nameOf(bucket))) due.push(bucket)
  if (due.length > 0) {
    yield* Context.get(services, Throttle).spend(due)
    for (const bucket of due) spent.add(nameOf(bucket))
  }
  const changes = [...plan.changes]
  for (const { insert, prefix } of plan.drafts ?? []) changes.push(insert(yield* freshId(prefix), here))
  for (const { moves, payment } of plan.bookings ?? []) {
    changes.push(...(yield* Context.get(services, PaymentRails).book(here, payment, moves, at)))
  }
  let write: Write = {
    changes,
    guards: assumed.length === 0 ? plan.guards : withAssumed(plan.guards, assumed, changes)
  }
  for (const { authorised, chain } of plan.receipts ?? []) write = yield* withReceipt(write, authorised, chain)
  if (write.changes.length === 0 && write.guards.length === 0) return
  yield* commitIn(Context.get(services, Store), Context.get(services, CurrentAttempt), write)
})

/** Adds the versions of recent rows to the guards. A store accepts one condition per record. */
const withAssumed = (
  guards: ReadonlyArray<Guard>,
  assumed: ReadonlyArray<VersionGuard>,
  changes: ReadonlyArray<Change>
): ReadonlyArray<Guard> => {
  const placeOf = ({ collection, id }: Change | VersionGuard) => `${collection.name} ${id}`
  const conditioned = new Set(changes.map(placeOf))
  for (const guard of guards) if (guard.guard === "version") conditioned.add(placeOf(guard))
  return [...guards, ...assumed.filter((guard) => !conditioned.has(placeOf(guard)))]
}
