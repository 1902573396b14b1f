import { Clock, Effect, Layer, Semaphore } from "effect"
import { Store } from "../ports/Store.ts"
import { type Bucket, Throttle, Throttled } from "../ports/Throttle.ts"
import { type Level, readyAt, refilled, taken } from "./Level.ts"
import { settleShared, spendShared } from "./spendShared.ts"
import { makeTurns } from "./turns.ts"

/** What this node knows of a bucket, and what it took that no other node knows yet. */
interface Account {
  readonly bucket: Bucket
  readonly turn: Semaphore.Semaphore
  level: Level
  untold: number
}

/** From this many accounts on, those that are full again are closed: a full bucket and none are the same. */
const CLOSE_FROM = 10_000

/**
 * Token buckets that all nodes on one store share. Where a call may not wait, a node takes from its own account, and
 * tells the others each time it has taken an eighth of the capacity; two eighths untold are the most it ever has.
 */
export const storeThrottle: Layer.Layer<Throttle, never, Store> = Layer.effect(
  Throttle,
  Effect.gen(function* () {
    const store = yield* Store
    const scope = yield* Effect.scope
    const accounts = accountBook()
    const inTurn = makeTurns()
    const tellSoon = (account: Account) => Effect.forkIn(tell(account), scope)
    return Throttle.of({
      spend: (buckets) =>
        buckets.some(({ told }) => told === "now")
          ? inTurn(buckets.map(nameOf), Effect.provideService(spendShared(buckets), Store, store))
          : Effect.provideService(spendOwn(accounts, buckets, tellSoon), Store, store)
    })
  })
)

const spendOwn = Effect.fnUntraced(function* <R>(
  accounts: AccountBook,
  buckets: ReadonlyArray<Bucket>,
  tellSoon: (account: Account) => Effect.Effect<unknown, never, R>
) {
  for (;;) {
    const at = yield* Clock.currentTimeMillis
    const open = buckets.map((bucket) => accounts.open(bucket, at))
    const until = Math.max(...open.map(({ bucket, level }) => readyAt(bucket, level)), at)
    if (until > at) return yield* new Throttled({ until, at })
    const ahead = open.find(({ bucket, untold }) => untold >= 2 * eighth(bucket))
    if (ahead === undefined) {
      for (const account of open) {
        account.level = taken(account.bucket, account.level, 1)
        account.untold += 1
        if (account.untold === eighth(account.bucket)) yield* tellSoon(account)
      }
      return
    }
    yield* tell(ahead)
  }
})

const eighth = ({ capacity }: Bucket): number => Math.ceil(capacity / 8)

/** One at a time: those who waited for the telling find it done. A store that is away is told by the next one. */
const tell = (account: Account) =>
  account.turn.withPermit(
    Effect.suspend(() => {
      const { bucket, untold } = account
      if (untold < eighth(bucket)) return Effect.void
      return Effect.map(settleShared(bucket, untold), (level) => {
        account.untold -= untold
        account.level = taken(bucket, level, account.untold)
      })
    })
  )

const nameOf = ({ environment, key }: Bucket): string => `${environment} ${key}`

type AccountBook = ReturnType<typeof accountBook>

const accountBook = () => {
  const accounts = new Map<string, Account>()
  let closeAt = CLOSE_FROM
  const close = (at: number): void => {
    for (const [key, { bucket, level }] of accounts) {
      if (refilled(bucket, level, at).tokens === bucket.capacity) accounts.delete(key)
    }
    // Twice what was left: the cost of a sweep is spread over as many calls as it looked at accounts.
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
      const account = { bucket, turn: Semaphore.makeUnsafe(1), level: refilled(bucket, undefined, at), untold: 0 }
      accounts.set(key, account)
      return account
    }
  }
}
