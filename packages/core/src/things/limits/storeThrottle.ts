import { Clock, Effect, Layer } from "effect"
import { type Bucket, makeLevels, nameOf, readyAt, take } from "../../model/Bucket.ts"
import { Throttle, Throttled } from "../../ports/Throttle.ts"
import { makeTurns } from "../../steps/turns.ts"
import { commitIn, withRetry } from "../../store/plans.ts"
import { loadOne } from "../../store/records.ts"
import { Store, type StoreUnavailable } from "../../store/Store.ts"
import { levelOf } from "./rules/Level.ts"
import { changeOf, sharedLevel, spendShared } from "./sharedLevels.ts"

/** Subtracts tokens that a node has consumed already, even below zero. Returns the shared level. */
const takeShared = (bucket: Bucket, count: number) =>
  withRetry(
    Effect.gen(function* () {
      const stored = yield* loadOne(levelOf(bucket))
      const at = yield* Clock.currentTimeMillis
      const now = sharedLevel(bucket, stored, at)
      // Not part of an idempotent call, so it does not carry the record of its key.
      yield* commitIn(yield* Store, undefined, { changes: [changeOf(now, count, at)], guards: [] })
      return take(bucket, now.level, count)
    })
  )

/** This node's view of the buckets, and the tokens it consumed that are not yet written to the store. */
const openAccounts = () =>
  makeLevels((bucket): Unreported => ({ unreported: 0, eighth: Math.ceil(bucket.capacity / 8) }))

interface Unreported {
  unreported: number
  /** An eighth of the capacity. */
  readonly eighth: number
  /** The write in progress, if there is one. */
  reporting?: Effect.Effect<void, StoreUnavailable>
}

type Accounts = ReturnType<typeof openAccounts>
type Account = ReturnType<Accounts>

/**
 * Token buckets shared by all nodes of one store. For eventually consistent buckets a node consumes from its local view and writes to
 * the store after each eighth of the capacity; at most two eighths are unwritten.
 */
export const storeThrottle: Layer.Layer<Throttle, never, Store> = Layer.effect(
  Throttle,
  Effect.gen(function* () {
    const store = yield* Store
    const scope = yield* Effect.scope
    const accounts = openAccounts()
    const { inTurn } = makeTurns()
    const report = reporterIn(scope, store)
    const shared = spendShared(store)
    const spendIn: NonNullable<Throttle["Service"]["spendIn"]> = (buckets, commit) => {
      const strong = buckets.filter(({ consistency }) => consistency === "strong")
      const local = buckets.filter(({ consistency }) => consistency === "eventual")
      const rest = strong.length === 0 ? commit([], []) : inTurn(strong.map(nameOf), shared(strong, commit))
      if (local.length === 0) return rest
      // A call that another bucket refuses consumes nothing, so that it cannot empty those of others.
      return Effect.andThen(
        takeLocal(accounts, local, report),
        Effect.tapError(rest, () => giveBack(accounts, local))
      )
    }
    return Throttle.of({
      spend: (buckets) => {
        for (const { consistency } of buckets)
          if (consistency === "strong") return withRetry(spendIn(buckets, store.commit))
        return takeLocal(accounts, buckets, report)
      },
      spendIn
    })
  })
)

/** Consumes a token from each bucket in the local view. Synchronous unless the store has to be written. */
const takeLocal = (
  accounts: Accounts,
  buckets: ReadonlyArray<Bucket>,
  report: (account: Account) => Effect.Effect<Effect.Effect<void, StoreUnavailable>>
): Effect.Effect<void, Throttled | StoreUnavailable> =>
  Effect.clockWith((clock): Effect.Effect<void, Throttled | StoreUnavailable> => {
    const at = clock.currentTimeMillisUnsafe()
    const open: Array<Account> = []
    let until = at
    for (const bucket of buckets) {
      const account = accounts(bucket, at)
      open.push(account)
      until = Math.max(until, readyAt(bucket, account.level))
    }
    if (until > at) return Effect.fail(new Throttled({ until, at }))
    for (const account of open) {
      if (account.unreported < 2 * account.eighth) continue
      return Effect.andThen(Effect.flatten(report(account)), takeLocal(accounts, buckets, report))
    }
    const due: Array<Account> = []
    for (const account of open) {
      account.level = take(account.bucket, account.level, 1)
      account.unreported += 1
      if (account.unreported === account.eighth) due.push(account)
    }
    return due.length === 0 ? Effect.void : Effect.forEach(due, report, { discard: true })
  })

/** Returns a token to each bucket of the local view. */
const giveBack = (accounts: Accounts, buckets: ReadonlyArray<Bucket>): Effect.Effect<void> =>
  Effect.clockWith((clock) =>
    Effect.sync(() => {
      for (const bucket of buckets) {
        const account = accounts(bucket, clock.currentTimeMillisUnsafe())
        account.level = { ...account.level, tokens: account.level.tokens + 1 }
        account.unreported -= 1
      }
    })
  )

/**
 * One write at a time per bucket. Callers share the write, and an interrupted caller does not cancel it; otherwise
 * committed tokens could be subtracted twice. If the store is unavailable, all waiting callers fail and the next call
 * repeats the write.
 */
const reporterIn = (scope: Effect.Success<typeof Effect.scope>, store: Store["Service"]) =>
  Effect.fnUntraced(function* (account: Account) {
    if (account.reporting !== undefined) return account.reporting
    const over = Effect.sync(() => {
      delete account.reporting
    })
    const reporting = yield* Effect.cached(
      Effect.provideService(Effect.ensuring(reportUse(account), over), Store, store)
    )
    // Another call may have started a write in the meantime.
    if (account.reporting !== undefined) return account.reporting
    account.reporting = reporting
    yield* Effect.forkIn(reporting, scope, { startImmediately: true })
    return reporting
  })

const reportUse = (account: Account) =>
  Effect.suspend(() => {
    const { bucket, unreported } = account
    return Effect.map(takeShared(bucket, unreported), (level) => {
      account.unreported -= unreported
      account.level = take(bucket, level, account.unreported)
    })
  })
