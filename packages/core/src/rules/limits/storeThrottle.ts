import { Clock, Effect, Layer } from "effect"
import { type Bucket, nameOf } from "../../model/Bucket.ts"
import { Throttle, Throttled } from "../../ports/Throttle.ts"
import { commit, insert, replace, type Write, withRetry } from "../../store/plans.ts"
import { load, loadOne, type Stored } from "../../store/records.ts"
import { CurrentAttempt, Store, type StoreUnavailable } from "../../store/Store.ts"
import { fullAt, type Level, readyAt, refilled, take } from "./Level.ts"
import { keyOf, levelOf, levels, type StoredLevel } from "./levels.ts"
import { makeTurns } from "./turns.ts"

/** Consumes one token from each bucket, or none from any, using the shared levels. */
const spendShared = (buckets: ReadonlyArray<Bucket>) =>
  withRetry(
    Effect.gen(function* () {
      const found = yield* load(buckets.map(levelOf))
      const at = yield* Clock.currentTimeMillis
      const now = buckets.map((bucket, nth) => shared(bucket, found[nth], at))
      const until = Math.max(...now.map(({ bucket, level }) => readyAt(bucket, level)), at)
      if (until > at) return yield* new Throttled({ until, at })
      yield* beside(commit(plan(now, 1, at)))
    })
  )

/** Subtracts tokens that a node has consumed already, even below zero. Returns the shared level. */
const takeShared = (bucket: Bucket, count: number) =>
  withRetry(
    Effect.gen(function* () {
      const stored = yield* loadOne(levelOf(bucket))
      const at = yield* Clock.currentTimeMillis
      const now = shared(bucket, stored, at)
      yield* beside(commit(plan([now], count, at)))
      return take(bucket, now.level, count)
    })
  )

/** A rate limit write is not part of the idempotent call, so it does not carry the record of its key. */
const beside = <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.provideService(write, CurrentAttempt, undefined)

const shared = (bucket: Bucket, stored: Stored<StoredLevel> | undefined, at: number) => ({
  bucket,
  stored,
  level: refilled(bucket, stored?.value, at)
})

const plan = (now: ReadonlyArray<ReturnType<typeof shared>>, count: number, at: number): Write => ({
  changes: now.map(({ bucket, stored, level }) => {
    const left = take(bucket, level, count)
    const value = { key: keyOf(bucket), tokens: left.tokens, at: left.at, expiresAt: fullAt(bucket, left) }
    return stored === undefined ? insert(levels, bucket.environment, value, at) : replace(stored, value, at)
  }),
  guards: []
})

/** This node's view of a bucket, and the tokens it consumed that are not yet written to the store. */
interface Account {
  readonly bucket: Bucket
  level: Level
  unreported: number
  /** An eighth of the capacity. */
  readonly eighth: number
  /** The write in progress, if there is one. */
  reporting?: Effect.Effect<void, StoreUnavailable>
}

/** From this many buckets on, full ones are evicted: a full bucket and an unknown one are equivalent. */
const CLOSE_FROM = 10_000

/**
 * Token buckets shared by all nodes of one store. For eventually consistent buckets a node consumes from its local view and writes to
 * the store after each eighth of the capacity; at most two eighths are unwritten.
 */
export const storeThrottle: Layer.Layer<Throttle, never, Store> = Layer.effect(
  Throttle,
  Effect.gen(function* () {
    const store = yield* Store
    const scope = yield* Effect.scope
    const accounts = accountBook()
    const inTurn = makeTurns()
    const report = reporterIn(scope, store)
    return Throttle.of({
      spend: (buckets) => {
        for (const { consistency } of buckets) {
          if (consistency === "strong")
            return inTurn(buckets.map(nameOf), Effect.provideService(spendShared(buckets), Store, store))
        }
        return takeLocal(accounts, buckets, report)
      }
    })
  })
)

/** Consumes a token from each bucket in the local view. Synchronous unless the store has to be written. */
const takeLocal = (
  accounts: AccountBook,
  buckets: ReadonlyArray<Bucket>,
  report: (account: Account) => Effect.Effect<Effect.Effect<void, StoreUnavailable>>
): Effect.Effect<void, Throttled | StoreUnavailable> =>
  Effect.clockWith((clock): Effect.Effect<void, Throttled | StoreUnavailable> => {
    const at = clock.currentTimeMillisUnsafe()
    const open: Array<Account> = []
    let until = at
    for (const bucket of buckets) {
      const account = accounts.open(bucket, at)
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

type AccountBook = ReturnType<typeof accountBook>

const accountBook = () => {
  const accounts = new Map<string, Account>()
  let closeAt = CLOSE_FROM
  const close = (at: number): void => {
    for (const [key, { bucket, level }] of accounts) {
      if (refilled(bucket, level, at).tokens === bucket.capacity) accounts.delete(key)
    }
    // Twice the remaining size, so that the amortised cost of an eviction is constant per call.
    closeAt = Math.max(CLOSE_FROM, accounts.size * 2)
  }
  return {
    open: (bucket: Bucket, at: number): Account => {
      const key = nameOf(bucket)
      const known = accounts.get(key)
      if (known !== undefined) {
        known.level = refilled(bucket, known.level, at)
        return known
      }
      if (accounts.size >= closeAt) close(at)
      const eighth = Math.ceil(bucket.capacity / 8)
      const account = { bucket, level: refilled(bucket, undefined, at), unreported: 0, eighth }
      accounts.set(key, account)
      return account
    }
  }
}
