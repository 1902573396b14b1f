import { Store, type StoreUnavailable } from "@countersign/core"
import { Effect, Layer } from "effect"
import { ask } from "./ask.ts"
import { commitStatement, conflictOf } from "./commit.ts"
import { declarations } from "./declarations.ts"
import { isRolledBack, unavailable } from "./failures.ts"
import { inspect } from "./inspect.ts"
import { findStatement, loaded, loadStatement } from "./load.ts"
import type { Answer, Pool } from "./Pool.ts"
import { rowOf } from "./rows.ts"
import type { Statement } from "./Statement.ts"
import { schemaName } from "./schemaName.ts"
import { claimStatement, sweepStatement } from "./work.ts"

export interface PostgresOptions {
  /** The host's own pool. It stays the host's: nobody here ends it, and its "error" events are the host's to hear. */
  readonly pool: Pool
  /** Where the tables are. Default: countersign. */
  readonly schema?: string
  /** After how many milliseconds without an answer the store counts as unavailable. Default: 3000. */
  readonly timeout?: number
}

/**
 * The store in PostgreSQL 14 or later. Call `migrate` first, or run `npx countersign migrate up`. Each method is one statement on any connection of the pool,
 * and leaves nothing behind on it: a pooler in transaction mode may stand between.
 */
export const postgres = ({ pool, schema = "countersign", timeout = 3000 }: PostgresOptions): Layer.Layer<Store> => {
  // A name that is none throws here, where the host can see it.
  schemaName(schema)
  return Layer.effect(
    Store,
    Effect.gen(function* () {
      yield* Effect.forkScoped(inspect(pool, schema, timeout))
      return make({ pool, schema, timeout })
    })
  )
}

const make = ({ pool, schema: named, timeout }: Required<PostgresOptions>) => {
  const schema = schemaName(named)
  const meet = declarations()

  /** A statement that cannot be made is a mistake of the program, and dies. */
  const run = (statement: () => Statement): Effect.Effect<Answer, StoreUnavailable> =>
    Effect.suspend(() => {
      const made = statement()
      return Effect.tryPromise({ try: () => ask(pool, timeout, made), catch: (error) => error })
    }).pipe(
      Effect.retry({ times: RETRIES, while: isRolledBack }),
      Effect.catch((error) => Effect.suspend(() => Effect.fail(unavailable(named, error))))
    )

  /** Part of the trace of whoever asks. Looking for work, four times a second, is nobody's. */
  const traced = (name: string, statement: () => Statement): Effect.Effect<Answer, StoreUnavailable> =>
    run(statement).pipe(
      Effect.withSpan(`postgres ${name}`, { kind: "client", attributes: { "db.system.name": "postgresql" } })
    )

  return Store.of({
    load: (refs) =>
      refs.length === 0
        ? Effect.succeed([])
        : traced("load", () => {
            for (const { collection } of refs) meet(collection)
            return loadStatement(schema, refs)
          }).pipe(Effect.map((answer) => loaded(refs, answer))),
    find: (query) =>
      traced("find", () => {
        meet(query.collection)
        return findStatement(schema, query)
      }).pipe(Effect.map(({ rows }) => rows.map(rowOf))),
    commit: (changes, guards) =>
      traced("commit", () => {
        for (const { collection } of changes) meet(collection)
        for (const guard of guards) if (guard.guard !== "before") meet(guard.collection)
        return commitStatement(schema, changes, guards)
      }).pipe(
        Effect.flatMap((answer) => {
          const conflict = conflictOf(answer)
          return conflict === undefined ? Effect.void : Effect.fail(conflict)
        })
      ),
    claimDue: (collection, now, lease, limit) =>
      run(() => {
        meet(collection)
        return claimStatement(schema, collection, now, lease, limit)
      }).pipe(Effect.map(({ rows }) => rows.map(rowOf))),
    sweep: (collections, now, limit) =>
      run(() => {
        for (const collection of collections) meet(collection)
        return sweepStatement(schema, collections, now, limit)
      }).pipe(Effect.map(({ rows: [row] }) => Number(row?.removed)))
  })
}

/** How often a statement that was rolled back for another's sake is tried again. */
const RETRIES = 5
