import { Store, type StoreUnavailable, WorksBetweenCalls } from "@countersign/core"
import { Effect, Layer, Result, Tracer } from "@countersign/core/effect"
import { type BatchQueue, batched, batchQueue, commitBatch, loadBatch } from "./batchQueue.ts"
import { commitOf } from "./Commit.ts"
import { committing } from "./commits.ts"
import { unavailable } from "./failures.ts"
import { inspect } from "./inspect.ts"
import { finding, loading, loadOf } from "./load.ts"
import type { Answer, Pool, PoolQuery } from "./Pool.ts"
import { recentRows } from "./rows.ts"
import { ignore, prepared, resending } from "./Statement.ts"
import { databaseClock, timelineOf } from "./server.ts"
import { rowOf, schemaName, tablesIn } from "./table.ts"
import { claiming, counting, sweeping } from "./work.ts"

export interface PostgresOptions {
  /** The host's pool. The store never ends it, and the host must handle its "error" events. */
  readonly pool: Pool
  /** The schema of the tables. Default: countersign. */
  readonly schema?: string
  /** Milliseconds without a response after which a call fails with `StoreUnavailable`. Default: 3000. */
  readonly timeout?: number
  /**
   * Maximum number of concurrent load statements, and of concurrent commit statements. Further calls wait and share the
   * next statement. Default: 4.
   */
  readonly concurrency?: number
  /**
   * Maximum number of rows, such as sessions and customers, that this process caches for a minute. Some calls then need
   * one statement instead of two: their commit checks that no cached row has changed. `0` caches none. Default: 4096.
   */
  readonly recentRows?: number
}

/**
 * The `Store` on PostgreSQL 15 or later. Call `migrate` first, or run `npx @countersign/cli migrate up`. Each method runs
 * one statement on any connection of the pool and leaves no session state, so a pooler in transaction mode works.
 * Throws if `schema` is not a valid schema name.
 */
export const postgres = ({
  concurrency = 4,
  pool,
  recentRows = 4096,
  schema = "countersign",
  timeout = 3000
}: PostgresOptions): Layer.Layer<Store> => {
  // Throws for an invalid name at construction, not at the first call.
  schemaName(schema)
  return Layer.effect(
    Store,
    Effect.gen(function* () {
      const isStarted = yield* WorksBetweenCalls
      if (isStarted) yield* Effect.forkScoped(inspect(pool, schema, timeout))
      const log = Effect.runForkWith(yield* Effect.context<never>())
      const store = make({ concurrency, pool, recentRows, schema, timeout }, isStarted, (from, to) => {
        log(Effect.logWarning("postgres: the server has another history, so the caches were emptied", { from, to }))
      })
      if (isStarted) yield* Effect.forkScoped(Effect.ignore(store.state ?? Effect.void))
      return store
    })
  )
}

const make = (
  { concurrency, pool, recentRows: size, schema: named, timeout }: Required<PostgresOptions>,
  isStarted: boolean,
  moved: (from: string, to: string) => void
) => {
  const schema = schemaName(named)
  const tables = tablesIn(schema)
  const clock = databaseClock()
  const send = prepared(pool, clock.measured)
  const [execute, read] = [resending(send), resending(send, true)]
  const [find, claim, sweep, count] = [finding(tables), claiming(schema, tables), sweeping(tables), counting(tables)]
  const recent = size > 0 ? recentRows(size) : undefined
  const waits = () => ({ until: performance.now() + timeout })
  const timeline = timelineOf(
    pool,
    (text) => send({ text, values: [] }, waits()),
    (from, to) => {
      recent?.clear()
      commit.clear()
      moved(from, to)
    }
  )
  const commit = committing({ schema, run: execute, timeline })
  const loads = batchQueue({ concurrency, timeout, admits: loadBatch, send: batched(loading(tables, read)) })
  const commits = batchQueue({ concurrency, timeout, admits: commitBatch, send: commit.send })

  /**
   * The first reading of the state, at the start or with the first load. A load ends after it, so that the first calls too have
   * the time of the database.
   */
  let first: Promise<void> | undefined
  const state = () => {
    const reading = timeline.read()
    first ??= reading.then(ignore, ignore)
    return reading
  }

  /** Dies if the failure is a programming error. */
  const failed = (error: unknown): Effect.Effect<never, StoreUnavailable> =>
    Effect.suspend(() => Effect.fail(unavailable(named, error)))

  /** Runs a statement. If building it throws, the call dies, because that is a programming error. */
  const run = (statement: () => PoolQuery, by = execute): Effect.Effect<Answer, StoreUnavailable> =>
    Effect.suspend(() => {
      const made = statement()
      return Effect.tryPromise({
        // A caller that leaves before a connection is free costs no statement.
        try: (signal) => by(made, { ...waits(), isWanted: () => !signal.aborted }),
        catch: (error) => error
      })
    }).pipe(Effect.catch(failed))

  /** Adds a span to the caller's trace if a tracer is installed. Polling for due work has no span. */
  const traced = <A, E>(name: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    // Creating a span captures a stack trace, which would double the cost of a call without a tracer.
    Effect.flatMap(Effect.tracer, (tracer) =>
      tracer === Tracer.nativeTracer
        ? effect
        : Effect.withSpan(effect, `postgres ${name}`, {
            kind: "client",
            attributes: { "db.system.name": "postgresql" }
          })
    )

  /** Waits for the outcome of a call in a queue. An interrupted call leaves the queue if it was not sent yet. */
  const queued = <A, B, C, E>(queue: BatchQueue<A, B>, one: () => A, done: (outcome: B) => Effect.Effect<C, E>) =>
    Effect.callback<C, E | StoreUnavailable>((resume) => {
      const cancel = queue(one(), (outcome) =>
        resume(Result.isFailure(outcome) ? failed(outcome.failure) : done(outcome.success))
      )
      return Effect.sync(cancel)
    })

  return Store.of({
    waiting: () => pool.waitingCount ?? 0,
    depths: (collections, now) =>
      Effect.map(
        run(() => count(collections, now), read),
        ({ rows }) =>
          rows
            .filter(({ count }) => count !== null)
            .map(({ collection, count, mode, since }) => ({
              collection: String(collection),
              mode: mode === "sandbox" ? "sandbox" : "production",
              count: Number(count),
              since: Number(since)
            }))
      ),
    state: Effect.tryPromise({ try: state, catch: (error) => error }).pipe(Effect.catch(failed)),
    now: clock.now,
    load: (refs) => {
      if (refs.length === 0) return Effect.succeed([])
      const history = timeline.current()
      if (!isStarted && first === undefined) state().catch(ignore)
      const load = queued(
        loads,
        () => loadOf(tables, refs),
        (rows) => {
          // Rows of the time before a promotion are not cached after it.
          if (timeline.current() === history) recent?.keep(refs, rows)
          if (clock.now() !== undefined) return Effect.succeed(rows)
          return Effect.as(
            Effect.promise(async () => first),
            rows
          )
        }
      )
      return traced("load", load)
    },
    ...(recent === undefined ? {} : { recent: recent.read }),
    find: (query) => {
      const found = run(() => find(query), read)
      return Effect.map(traced("find", found), ({ rows }) =>
        rows.map((row) => rowOf(tables(query.collection), row, query.environment))
      )
    },
    commit: (changes, guards) => {
      const commit = queued(
        commits,
        () => commitOf(tables, changes, guards),
        (conflict) => {
          if (conflict === undefined) recent?.committed(changes)
          else recent?.drop([...changes, ...guards])
          return conflict === undefined ? Effect.void : Effect.fail(conflict)
        }
      )
      return traced("commit", commit)
    },
    claimDue: (collection, now, lease, limit, only) =>
      Effect.suspend(() => {
        if (collection.due === undefined) return Effect.succeed([])
        const { rowsOf, statement } = claim(collection, now, lease, limit, only)
        return Effect.map(
          run(() => statement),
          rowsOf
        )
      }),
    sweep: (collections, now, limit) => {
      const expiring = collections.filter(({ expiry }) => expiry !== undefined)
      if (expiring.length === 0) return Effect.succeed(0)
      return run(() => sweep(expiring, now, limit)).pipe(Effect.map(({ rows: [row] }) => Number(row?.removed)))
    }
  })
}
