import { type Declaration, type Query, Store, type StoreUnavailable } from "@countersign/core"
import { Effect, Layer, Result, Tracer } from "effect"
import { address, spelledIndex } from "./addresses.ts"
import { batched, commitBatch, loadBatch, withRetry } from "./batch.ts"
import { type BatchQueue, batchQueue } from "./batchQueue.ts"
import { committing } from "./commit.ts"
import { commitPlan } from "./commitPlan.ts"
import { unavailable } from "./failures.ts"
import { toColumn } from "./ids.ts"
import { inspect } from "./inspect.ts"
import { loading, loadOf } from "./load.ts"
import type { Answer, Pool } from "./Pool.ts"
import { prepared } from "./prepared.ts"
import { rowOf } from "./rows.ts"
import { fixed, type Statement } from "./Statement.ts"
import { schemaName } from "./schemaName.ts"
import { claiming, claimingOnly, sweeping } from "./work.ts"

/** A page of an index, by a function of the schema: see the migration. It starts behind a position, not at a count. */
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
      address(spelledIndex(collection, environment, index.name, index.values)),
      after?.createdAt ?? start,
      after === undefined ? "" : toColumn(after.id),
      limit,
      order === "oldest"
    )
  }
}

/** Before and behind every moment that a bigint holds and a record may have. */
const [FIRST, LAST] = ["-9223372036854775808", "9223372036854775807"]

/**
 * Takes note of each collection at its first use. Another declaration under the same name would find nothing of what was
 * written before it: a mistake of the program, which throws.
 */
export const declarations = () => {
  const met = new Map<string, Declaration>()
  return (collection: Declaration): void => {
    const known = met.get(collection.name)
    if (known === undefined) met.set(collection.name, collection)
    else if (known !== collection && spelled(known) !== spelled(collection)) {
      throw new Error(`postgres: two different collections are named ${JSON.stringify(collection.name)}`)
    }
  }
}

const spelled = ({ due, expiry, indexes, unique }: Declaration): string =>
  JSON.stringify([Object.entries(unique).sort(), Object.entries(indexes).sort(), expiry, due])

export interface PostgresOptions {
  /** The host's own pool. It stays the host's: nobody here ends it, and its "error" events are the host's to hear. */
  readonly pool: Pool
  /** Where the tables are. Default: countersign. */
  readonly schema?: string
  /** After how many milliseconds without an answer the store counts as unavailable. Default: 3000. */
  readonly timeout?: number
  /**
   * How many loads, and how many commits, are under way at once. What comes meanwhile goes together into the next
   * statement. Default: 4.
   */
  readonly concurrency?: number
}

/**
 * The store in PostgreSQL 14 or later. Call `migrate` first, or run `npx countersign migrate up`. Each method is one statement on any connection of the pool,
 * and leaves nothing behind on it: a pooler in transaction mode may stand between.
 */
export const postgres = ({
  concurrency = 4,
  pool,
  schema = "countersign",
  timeout = 3000
}: PostgresOptions): Layer.Layer<Store> => {
  // A name that is none throws here, where the host can see it.
  schemaName(schema)
  return Layer.effect(
    Store,
    Effect.gen(function* () {
      yield* Effect.forkScoped(inspect(pool, schema, timeout))
      return make({ concurrency, pool, schema, timeout })
    })
  )
}

const make = ({ concurrency, pool, schema: named, timeout }: Required<PostgresOptions>) => {
  const schema = schemaName(named)
  const meet = declarations()
  const ask = prepared(pool)
  const [find, claim, claimOnly, sweep] = [finding(schema), claiming(schema), claimingOnly(schema), sweeping(schema)]
  const loads = batchQueue({ concurrency, timeout, admits: loadBatch, send: batched(loading(schema, ask)) })
  const commits = batchQueue({ concurrency, timeout, admits: commitBatch, send: committing(schema, ask) })

  const failed = (error: unknown): Effect.Effect<never, StoreUnavailable> =>
    Effect.suspend(() => Effect.fail(unavailable(named, error)))

  /** A statement that cannot be made is a mistake of the program, and dies. */
  const run = (statement: () => Statement): Effect.Effect<Answer, StoreUnavailable> =>
    Effect.suspend(() => {
      const made = statement()
      const until = performance.now() + timeout
      return Effect.tryPromise({ try: () => withRetry(() => ask(made, until)), catch: (error) => error })
    }).pipe(Effect.catch(failed))

  /** Together with others. Who is interrupted leaves, if what it asked is still here. */
  const join = <A, B>(others: BatchQueue<A, B>, asked: () => A): Effect.Effect<B, StoreUnavailable> =>
    Effect.suspend(() => {
      const one = asked()
      return Effect.callback<B, StoreUnavailable>((resume) => {
        const leave = others(one, (outcome) =>
          resume(Result.isSuccess(outcome) ? Effect.succeed(outcome.success) : failed(outcome.failure))
        )
        return Effect.sync(leave)
      })
    })

  /** Part of the trace of whoever asks, where somebody listens. Looking for work, four times a second, is nobody's. */
  const traced =
    (name: string) =>
    <A, E>(asked: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      // To make a span takes note of where it was made, and that costs as much as the rest of it.
      Effect.flatMap(Effect.tracer, (tracer) =>
        tracer === Tracer.nativeTracer
          ? asked
          : Effect.withSpan(asked, `postgres ${name}`, {
              kind: "client",
              attributes: { "db.system.name": "postgresql" }
            })
      )

  return Store.of({
    load: (refs) =>
      refs.length === 0
        ? Effect.succeed([])
        : join(loads, () => {
            for (const { collection } of refs) meet(collection)
            return loadOf(refs)
          }).pipe(traced("load")),
    find: (query) =>
      run(() => {
        meet(query.collection)
        return find(query)
      }).pipe(
        traced("find"),
        Effect.map(({ rows }) => rows.map((row) => rowOf(row, query.environment)))
      ),
    commit: (changes, guards) =>
      join(commits, () => {
        for (const { collection } of changes) meet(collection)
        for (const guard of guards) if (guard.guard !== "before") meet(guard.collection)
        return commitPlan(changes, guards)
      }).pipe(
        traced("commit"),
        Effect.flatMap((conflict) => (conflict === undefined ? Effect.void : Effect.fail(conflict)))
      ),
    claimDue: (collection, now, lease, limit, only) =>
      run(() => {
        meet(collection)
        return only === undefined
          ? claim(collection, now, lease, limit)
          : claimOnly(collection, now, lease, limit, only)
      }).pipe(Effect.map(({ rows }) => rows.map((row) => rowOf(row)))),
    sweep: (collections, now, limit) =>
      run(() => {
        for (const collection of collections) meet(collection)
        return sweep(collections, now, limit)
      }).pipe(Effect.map(({ rows: [row] }) => Number(row?.removed)))
  })
}
