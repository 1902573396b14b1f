import { Store, type StoreUnavailable } from "@countersign/core"
import { Effect, Layer, Result, Tracer } from "effect"
import { commitsTogether, loadsTogether } from "./batches.ts"
import { committing } from "./commit.ts"
import { declarations } from "./declarations.ts"
import { unavailable } from "./failures.ts"
import { finding } from "./find.ts"
import { inspect } from "./inspect.ts"
import { judged } from "./judged.ts"
import { type Lane, lane } from "./lane.ts"
import { loading, loadOf } from "./load.ts"
import type { Answer, Pool } from "./Pool.ts"
import { prepared } from "./prepared.ts"
import { rowOf } from "./rows.ts"
import type { Statement } from "./Statement.ts"
import { schemaName } from "./schemaName.ts"
import { again, together } from "./together.ts"
import { claiming, claimingOnly, sweeping } from "./work.ts"

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
  const loads = lane({ concurrency, timeout, admits: loadsTogether, send: together(loading(schema, ask)) })
  const commits = lane({ concurrency, timeout, admits: commitsTogether, send: together(committing(schema, ask)) })

  const failed = (error: unknown): Effect.Effect<never, StoreUnavailable> =>
    Effect.suspend(() => Effect.fail(unavailable(named, error)))

  /** A statement that cannot be made is a mistake of the program, and dies. */
  const run = (statement: () => Statement): Effect.Effect<Answer, StoreUnavailable> =>
    Effect.suspend(() => {
      const made = statement()
      const until = performance.now() + timeout
      return Effect.tryPromise({ try: () => again(() => ask(made, until)), catch: (error) => error })
    }).pipe(Effect.catch(failed))

  /** Together with others. Who is interrupted leaves, if what it asked is still here. */
  const join = <A, B>(others: Lane<A, B>, asked: () => A): Effect.Effect<B, StoreUnavailable> =>
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
        return judged(changes, guards)
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
