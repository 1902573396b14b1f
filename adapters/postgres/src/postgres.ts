import { Store, type StoreUnavailable } from "@countersign/core"
import { Effect, Layer, Result, Tracer } from "@countersign/core/effect"
import { batched, batchQueue, commitBatch, loadBatch, withResend } from "./batchQueue.ts"
import { commitOf } from "./Commit.ts"
import { committing } from "./commits.ts"
import { unavailable } from "./failures.ts"
import { inspect } from "./inspect.ts"
import { finding, loading, loadOf } from "./load.ts"
import type { Answer, Pool } from "./Pool.ts"
import { recentRows } from "./rows.ts"
import { ignore, prepared, repeated, type Statement } from "./Statement.ts"
import { schemaName } from "./schemaName.ts"
import { databaseClock, timelineOf } from "./server.ts"
import { rowOf, tablesIn } from "./table.ts"
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
      yield* Effect.forkScoped(inspect(pool, schema, timeout))
      const log = Effect.runForkWith(yield* Effect.context<never>())
      const store = make({ concurrency, pool, recentRows, schema, timeout }, (from, to) => {
        log(Effect.logWarning("postgres: the server has another history, so the caches were emptied", { from, to }))
      })
      yield* Effect.forkScoped(Effect.ignore(store.state ?? Effect.void))
      return store
    })
  )
}

const make = (
  { concurrency, pool, recentRows: size, schema: named, timeout }: Required<PostgresOptions>,
  moved: (from: string, to: string) => void
) => {
  const schema = schemaName(named)
  const tables = tablesIn(schema)
  const clock = databaseClock()
  const execute = clock.measuring(prepared(pool))
  const read = repeated(execute)
  const [find, claim, sweep] = [finding(schema, tables), claiming(schema, tables), sweeping(schema, tables)]
  const count = counting(tables)
  const loads = batchQueue({ concurrency, timeout, admits: loadBatch, send: batched(loading(schema, tables, read)) })
  const recent = size > 0 ? recentRows(size) : undefined
  const timeline = timelineOf(pool, timeout, (from, to) => {
    recent?.clear()
    commit.clear()
    moved(from, to)
  })
  const commit = committing({ schema, run: execute, timeline })
  const commits = batchQueue({ concurrency, timeout, admits: commitBatch, send: commit.send })

  /** The first reading of the state. A load ends after it, so that the first calls too have the time of the database. */
  let first: Promise<void> | undefined
  const measured = async () => {
    const { sent, ...found } = await timeline.read()
    if (found.now > 0) clock.measured(found.now, sent)
    return found
  }
  const state = () => {
    const reading = measured()
    first ??= reading.then(ignore, ignore)
    return reading
  }

  const failed = (error: unknown): Effect.Effect<never, StoreUnavailable> =>
    Effect.suspend(() => Effect.fail(unavailable(named, error)))

  /** Runs a statement. If building it throws, the call dies, because that is a programming error. */
  const run = (statement: () => Statement, by = execute): Effect.Effect<Answer, StoreUnavailable> =>
    Effect.suspend(() => {
      const made = statement()
      const until = performance.now() + timeout
      return Effect.tryPromise({
        // A caller that leaves before a connection is free costs no statement.
        try: (signal) => withResend(() => by(made, until, () => !signal.aborted)),
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
      return traced(
        "load",
        Effect.callback((resume) => {
          const history = timeline.current()
          const cancel = loads(loadOf(tables, refs), (outcome) => {
            if (Result.isFailure(outcome)) return resume(failed(outcome.failure))
            const rows = Effect.succeed(outcome.success)
            // Rows of the time before a promotion are not cached after it.
            if (timeline.current() === history) recent?.keep(refs, outcome.success)
            resume(
              clock.now() === undefined
                ? Effect.andThen(
                    Effect.promise(async () => first),
                    rows
                  )
                : rows
            )
          })
          return Effect.sync(cancel)
        })
      )
    },
    ...(recent === undefined ? {} : { recent: recent.read }),
    find: (query) => {
      const found = run(() => find(query), read)
      return Effect.map(traced("find", found), ({ rows }) =>
        rows.map((row) => rowOf(tables(query.collection), row, query.environment))
      )
    },
    commit: (changes, guards) =>
      traced(
        "commit",
        Effect.callback((resume) => {
          // An interrupted call leaves the queue if it was not sent yet.
          const cancel = commits(commitOf(tables, changes, guards), (outcome) => {
            if (Result.isFailure(outcome)) return resume(failed(outcome.failure))
            const conflict = outcome.success
            if (conflict === undefined) recent?.committed(changes)
            else recent?.drop([...changes, ...guards])
            resume(conflict === undefined ? Effect.void : Effect.fail(conflict))
          })
          return Effect.sync(cancel)
        })
      ),
    claimDue: (collection, now, lease, limit, only) =>
      Effect.suspend(() => {
        if (collection.due === undefined) return Effect.succeed([])
        const { rowsOf, statement } = claim(collection, now, lease, limit, only)
        return Effect.map(
          run(() => statement),
          rowsOf
        )
      }),
    sweep: (collections, now, limit) =>
      run(() => sweep(collections, now, limit)).pipe(Effect.map(({ rows: [row] }) => Number(row?.removed)))
  })
}
