import { Context, Effect } from "effect"
import { type Bucket, nameOf } from "../model/Bucket.ts"
import { type Environment, type EnvironmentKey, environmentKey, type Millis } from "../model/Environment.ts"
import { Policy } from "../model/Policy.ts"
import type { CurrentEnvironment } from "../ports/EnvironmentRunner.ts"
import { freshId, type Secrets } from "../ports/Secrets.ts"
import type { ServiceKey } from "../ports/ServiceKey.ts"
import { Throttle, type Throttled } from "../ports/Throttle.ts"
import type { Vault } from "../ports/Vault.ts"
import { commitIn, type Limited, type Plan, TurnAwaited, type Write } from "../store/plans.ts"
import { type Change, type Conflict, CurrentAttempt, Store, type StoreUnavailable } from "../store/Store.ts"
import { codeMailLimits } from "../things/one-time-codes/rules/codes.ts"
import { receiptHeads } from "../things/receipts/rules/Receipt.ts"
import { type CallCache, withRecentVersions } from "./CallCache.ts"
import { Outbox } from "./Outbox.ts"
import { ownerLimits } from "./ownerLimits.ts"
import { type NewReceipt, withReceipt } from "./receiptPlan.ts"
import { AccountTurns } from "./turns.ts"

/** A plan that the end user authorised. Each receipt is appended to its chain in the same commit. */
export interface Receipted {
  readonly receipts: ReadonlyArray<NewReceipt>
}

/** The errors and requirements of a plan, derived from the parts that its type contains. */
export type LimitsE<A> = [Extract<A, Limited>] extends [never] ? never : Throttled
export type PlanNeeds<A> =
  | ([Extract<A, Limited>] extends [never] ? never : Throttle)
  | ([Extract<A, Receipted>] extends [never] ? never : CurrentEnvironment | ServiceKey | Vault)

interface Moment {
  readonly at: Millis
  readonly here: Environment
}
type CommitCache = Pick<CallCache<unknown>, "consumed" | "held" | "recentVersions" | "wanted">

/**
 * Commits a plan. Rate limits are consumed once per call, drafts get their ids, and receipts are signed. Fails with
 * `TurnAwaited`, before it signs, while another call of this node commits to one of the records.
 */
export function carryOut<A extends Plan>(
  plan: A,
  moment: Moment,
  cache: CommitCache
): Effect.Effect<void, Conflict | StoreUnavailable | LimitsE<A>, PlanNeeds<A> | Secrets | Store>
export function carryOut(
  plan: Plan & Partial<Limited & Receipted>,
  moment: Moment,
  cache: CommitCache
): Effect.Effect<void, unknown, unknown> {
  return carryOutParts(plan, moment, cache)
}

const carryOutParts = Effect.fnUntraced(function* carryOutParts(
  plan: Plan & Partial<Limited & Receipted>,
  { here }: Moment,
  cache: CommitCache
) {
  const { consumed, recentVersions } = cache
  const services = yield* Effect.context<CurrentEnvironment | Secrets | ServiceKey | Store | Throttle | Vault>()
  const policy = Context.get(services, Policy)
  const budgets = [...codeMailLimits(plan.changes, policy), ...ownerLimits(plan.changes, policy, environmentKey(here))]
  const due: Array<Bucket> = []
  let isStrong = false
  for (const bucket of [...(plan.limits ?? []), ...budgets]) {
    if (consumed.has(nameOf(bucket))) continue
    due.push(bucket)
    isStrong ||= bucket.consistency === "strong"
  }
  const throttle = due.length === 0 ? undefined : Context.get(services, Throttle)
  const spendIn = isStrong ? throttle?.spendIn : undefined
  if (throttle !== undefined && spendIn === undefined) yield* throttle.spend(due)
  if (spendIn === undefined) for (const bucket of due) consumed.add(nameOf(bucket))
  const changes = [...plan.changes]
  for (const { insert, prefix } of plan.drafts ?? []) changes.push(insert(yield* freshId(prefix), here))
  const { guards = [], receipts = [] } = plan
  cache.wanted = writtenBy(changes, receipts, environmentKey(here))
  const missing = cache.wanted.filter((key) => !cache.held.includes(key))
  const turns = Context.get(services, AccountTurns)
  if (turns.isTaken(missing)) return yield* AWAITED
  let write: Write = {
    changes,
    guards: recentVersions.length === 0 ? guards : withRecentVersions(guards, recentVersions, changes)
  }
  for (const receipt of receipts) write = yield* withReceipt(services, write, receipt)
  const store = Context.get(services, Store)
  const attempt = Context.get(services, CurrentAttempt)
  if (spendIn === undefined && write.changes.length === 0 && write.guards.length === 0) return
  let isQueued = false
  for (const { collection, op } of changes) isQueued ||= op !== "remove" && collection.due !== undefined
  const outbox = isQueued ? Context.get(services, Outbox) : undefined
  const committed =
    spendIn === undefined
      ? commitIn(store, attempt, write, outbox)
      : spendIn(due, (changes, guards) =>
          commitIn(
            store,
            attempt,
            { changes: [...write.changes, ...changes], guards: [...write.guards, ...guards] },
            outbox
          )
        )
  yield* missing.length === 0 ? committed : turns.atOnce(missing, committed, AWAITED)
  if (spendIn !== undefined) for (const bucket of due) consumed.add(nameOf(bucket))
})

/**
 * The records that a commit needs at a version. Each receipt writes the head of its chain. Inserts of one record are rare,
 * and no reads would prevent their conflict.
 */
const writtenBy = (
  changes: ReadonlyArray<Change>,
  receipts: ReadonlyArray<NewReceipt>,
  here: EnvironmentKey
): ReadonlyArray<string> => {
  const written: Array<string> = []
  for (const { collection, environment, id, op } of changes) {
    if (op !== "insert") written.push(`${environment} ${collection.name} ${id}`)
  }
  for (const { chain } of receipts) written.push(`${here} ${receiptHeads.name} ${chain.accountId}`)
  return written
}

const AWAITED = Effect.fail(new TurnAwaited({ because: "version", collection: "" }))
