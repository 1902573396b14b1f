import { openStore } from "@countersign/bench/ours/start"
import { migrate } from "@countersign/postgres"
import type { Change, Store } from "countersign/effect"
import { type Clock, Duration, Effect } from "effect"
import pg from "pg"

/**
 * A store that counts the records of each collection: inserted minus deleted and swept ones. It also counts the due
 * work that a node has claimed or ordered, and not completed.
 */
export const countedStore = (store: Store["Service"]) => {
  const counts = new Map<string, number>()
  const occupied = new Set<string>()
  const add = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  const note = ({ collection, op }: Change): void => {
    if (op === "insert") add(collection.name, 1)
    if (op === "remove") add(collection.name, -1)
  }
  const counted: Store["Service"] = {
    ...store,
    commit: (changes, guards) =>
      store.commit(changes, guards).pipe(
        Effect.tap(() => Effect.sync(() => changes.forEach(note))),
        Effect.ensuring(
          Effect.sync(() => {
            for (const change of changes) {
              const isOrdered = change.op === "insert" && change.leasedUntil !== undefined
              occupied[isOrdered ? "add" : "delete"](`${change.collection.name} ${change.id}`)
            }
          })
        )
      ),
    claimDue: (collection, ...args) =>
      Effect.tap(store.claimDue(collection, ...args), (rows) =>
        Effect.sync(() => {
          for (const { id } of rows) occupied.add(`${collection.name} ${id}`)
        })
      ),
    // Sweep one collection at a time, so that the removed records can be attributed to it.
    sweep: (collections, now, limit) =>
      Effect.gen(function* () {
        let removed = 0
        for (const collection of collections) {
          if (removed === limit) break
          const deleted = yield* store.sweep([collection], now, limit - removed)
          add(collection.name, -deleted)
          removed += deleted
        }
        return removed
      })
  }
  return { store: counted, counts: (): ReadonlyMap<string, number> => new Map(counts), taken: () => occupied.size }
}

/** Connection options with which `clock_timestamp()` resolves to the function below instead of the built-in one. */
export const MOVED = "-c search_path=moved,pg_catalog"

/** Adds a settable clock to a database, which the statements of the store then use as the current time. */
export const addClock = async (database: pg.Pool): Promise<void> =>
  void (await database.query(`
    create schema moved;
    create table moved.clock (at bigint not null);
    insert into moved.clock values (0);
    create function moved.clock_timestamp() returns timestamptz language sql volatile
      as 'select to_timestamp(at / 1000.0) from moved.clock';`))

export const moveClock = async (database: pg.Pool, at: number): Promise<void> =>
  void (await database.query("update moved.clock set at = $1", [at]))

/** A store whose nodes have a clock that shows its time. They would measure the store's by round trips (GO7). */
export const withoutClock = ({ now: _, ...store }: Store["Service"]): Store["Service"] => store

/** A store with a settable clock, on a database of its own: nothing is swept before its expiry by the database's clock. */
export const movedStore = async (database: string) => {
  const beside = new pg.Pool({ connectionString: database, max: 1 })
  // A database that shuts down reports an error on idle connections.
  beside.on("error", () => {})
  await migrate(beside)
  await addClock(beside)
  const url = new URL(database)
  url.searchParams.set("options", MOVED)
  const opened = await openStore(url.href)
  return {
    store: withoutClock(opened.store),
    onTime: (at: number) => moveClock(beside, at),
    close: async () => {
      await opened.close()
      await beside.end()
    }
  }
}

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

/** A clock that moves only on request. A sleeper wakes at the first move that reaches or passes its wake-up time. */
export const virtualClock = (start: number) => {
  let at = start
  const sleepers = new Set<Sleeper>()
  const nanos = () => BigInt(at) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => at,
    currentTimeMillis: Effect.sync(() => at),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.callback<void>((resume) => {
        const sleeper = { until: at + Duration.toMillis(duration), wake: () => resume(Effect.void) }
        sleepers.add(sleeper)
        return Effect.sync(() => void sleepers.delete(sleeper))
      })
  }
  return {
    clock,
    now: () => at,
    asleep: () => sleepers.size,
    move: (by: number): void => {
      at += by
      for (const sleeper of sleepers) {
        if (sleeper.until > at) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    }
  }
}

export type VirtualClock = ReturnType<typeof virtualClock>
