import { type Declaration, type Query, Store, type StoreUnavailable } from "@countersign/core"
import { Effect, Layer, Result, Tracer } from "@countersign/core/effect"
import { address, indexAddress } from "./addresses.ts"
import { type BatchQueue, batched, batchQueue, commitBatch, loadBatch, withResend } from "./batchQueue.ts"
import { committing } from "./commit.ts"
import { commitPlan } from "./commitPlan.ts"
import { unavailable } from "./failures.ts"
import { inspect } from "./inspect.ts"
import { loading, loadOf } from "./load.ts"
import type { Answer, Pool } from "./Pool.ts"
import { recentRows, rowOf, toColumn } from "./rows.ts"
import { fixed, ignore, prepared, repeated, type Statement } from "./Statement.ts"
import { schemaName } from "./schemaName.ts"
import { databaseClock, timelineOf } from "./server.ts"
import { claiming, claimingOnly, counting, sweeping } from "./work.ts"

/** Reads a page of an index with the SQL function `find`. A page starts after a position (keyset pagination). */
export const finding = (schema: string): ((query: Query) => Statement) => {
  const statement = fixed(
    `select id, version, created_at, updated_at, body
      from ${schema}.find($1::text, $2::text, $3::bytea, $4::bigint, $5::text, $6::bigint, $7::boolean)`
  )
  return ({ after, collection, environment, index, limit, order }) => {
    const start = order === "oldest" ? FIRST : LAST
    return statement(
      collection.name,
      environment,
      address(indexAddress(collection, environment, index.name, index.values)),
      after?.createdAt ?? start,
      after === undefined ? "" : toColumn(after.id),
      limit,
      order === "oldest"
    )
  }
}

/** The smallest and largest bigint, as positions before the first and after the last record. */
const [FIRST, LAST] = ["-9223372036854775808", "9223372036854775807"]

/**
 * Registers each collection at its first use. Throws if another declaration has the same name, because its lookups
 * would not find the records that were written under the first.
 */
export const declarations = () => {
  const met = new Map<string, Declaration>()
  return (collection: Declaration): void => {
    const known = met.get(collection.name)
    if (known === undefined) met.set(collection.name, collection)
    else if (known !== collection && text(known) !== text(collection)) {
      throw new Error(`postgres: two different collections are named ${JSON.stringify(collection.name)}`)
    }
  }
}

const text = ({ due, expiry, indexes, unique }: Declaration): string =>
  JSON.stringify([Object.entries(unique).sort(), Object.entries(indexes).sort(), expiry, due])

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
  const register = declarations()
  const clock = databaseClock()
  const execute = clock.measuring(prepared(pool))
  const read = repeated(execute)
  const [find, claim, claimOnly, sweep] = [finding(schema), claiming(schema), claimingOnly(schema), sweeping(schema)]
  const count = counting(schema)
  const loads = batchQueue({ concurrency, timeout, admits: loadBatch, send: batched(loading(schema, read)) })
  const recent = size > 0 ? recentRows(size) : undefined
  const timeline = timelineOf(pool, timeout, (from, to) => {
    recent?.clear()
    moved(from, to)
  })
  const commits = batchQueue({ concurrency, timeout, admits: commitBatch, send: committing(schema, execute, timeline) })

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

  /** Adds the call to a batch queue. An interrupted call leaves the queue if it was not sent yet. */
  const join = <A, B>(others: BatchQueue<A, B>, one: A): Effect.Effect<B, StoreUnavailable> =>
    Effect.callback((resume) => {
      const cancel = others(one, (outcome) =>
        resume(Result.isSuccess(outcome) ? Effect.succeed(outcome.success) : failed(outcome.failure))
      )
      return Effect.sync(cancel)
    })

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
          rows.map(({ collection, count, mode, since }) => ({
            collection: String(collection),
            mode: mode === "sandbox" ? "sandbox" : "production",
            count: Number(count),
            since: Number(since)
          }))
      ),
    state: Effect.tryPromise({ try: state, catch: (error) => error }).pipe(Effect.catch(failed)),
    now: clock.now,
    load: (refs) =>
      Effect.suspend(() => {
        if (refs.length === 0) return Effect.succeed([])
        for (const { collection } of refs) register(collection)
        const history = timeline.current()
        return Effect.flatMap(traced("load", join(loads, loadOf(refs))), (rows) => {
          // Rows of the time before a promotion are not cached after it.
          if (timeline.current() === history) recent?.keep(refs, rows)
          const timed = clock.now() === undefined ? Effect.promise(async () => first) : Effect.void
          return Effect.as(timed, rows)
        })
      }),
    ...(recent === undefined ? {} : { recent: recent.read }),
    find: (query) => {
      const found = run(() => {
        register(query.collection)
        return find(query)
      }, read)
      return Effect.map(traced("find", found), ({ rows }) => rows.map((row) => rowOf(row, query.environment)))
    },
    commit: (changes, guards) =>
      Effect.suspend(() => {
        for (const { collection } of changes) register(collection)
        for (const guard of guards) if (guard.guard !== "before") register(guard.collection)
        return Effect.flatMap(traced("commit", join(commits, commitPlan(changes, guards))), (conflict) => {
          if (conflict === undefined) {
            recent?.committed(changes)
            return Effect.void
          }
          recent?.drop([...changes, ...guards])
          return Effect.fail(conflict)
        })
      }),
    claimDue: (collection, now, lease, limit, only) =>
      Effect.suspend(() => {
        register(collection)
        if (only !== undefined && "ids" in only) {
          return Effect.map(
            run(() => claimOnly(collection, now, lease, limit, only)),
            ({ rows }) => rows.map((row) => rowOf(row))
          )
        }
        const { rowsOf, statement } = claim(collection, now, lease, limit, only)
        return Effect.map(
          run(() => statement),
          rowsOf
        )
      }),
    sweep: (collections, now, limit) =>
      run(() => {
        for (const collection of collections) register(collection)
        return sweep(collections, now, limit)
      }).pipe(Effect.map(({ rows: [row] }) => Number(row?.removed)))
  })
}
