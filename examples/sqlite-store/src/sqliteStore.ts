import {
  type ClaimOnly,
  Conflict,
  type Declaration,
  environmentTurns,
  Store,
  StoreUnavailable
} from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import type { Database } from "sql.js"
import { addressOf } from "./addresses.ts"
import { commit } from "./commit.ts"
import { pageOf, rowOf, rowsOf, type Sql } from "./rows.ts"

/**
 * The store in a SQLite database, which the caller must close. The engine is synchronous, so no other call runs between
 * the reads and the writes of a method.
 */
export const sqliteStore = (database: Database): Layer.Layer<Store> =>
  Layer.sync(Store, () => {
    database.run(TABLES)
    const sql: Sql = (text, ...values) => database.exec(text, values)[0]?.values ?? []
    const inTurn = environmentTurns()
    return Store.of({
      load: (refs) => run(() => refs.map((ref) => rowsOf(sql, ref))),
      find: (query) => run(() => pageOf(sql, query)),
      // Reads the clock inside the transaction, so that time guards are checked at the moment of the write.
      commit: (changes, guards) =>
        Effect.clockWith((clock) => attempt(() => commit(sql, changes, guards, clock.currentTimeMillisUnsafe()))),
      claimDue: (collection, now, lease, limit, only) =>
        run(() => {
          const chosen =
            only !== undefined && "ids" in only
              ? sql(NAMED, placesOf(collection, only), only.dueBy, now, limit)
              : inTurn(collection.name, waiting(sql, collection.name), limit, only, (environment, nth) =>
                  sql(NEXT, collection.name, environment, now, nth).at(0)
                )
          return longestDueFirst(sql(LEASE, now + lease, JSON.stringify(chosen.flat()))).map(rowOf)
        }),
      sweep: (collections, now, limit) =>
        run(() => sql(SWEEP, JSON.stringify(collections.map(({ name }) => name)), now, limit).length)
    })
  })

/** Every exception becomes StoreUnavailable, so that it is never mistaken for a result. */
const run = <A>(step: () => A): Effect.Effect<A, StoreUnavailable> =>
  Effect.try({ try: step, catch: (cause) => new StoreUnavailable({ cause }) })

/** As `ask`, but a conflict is a typed failure. */
const attempt = <A>(step: () => A): Effect.Effect<A, Conflict | StoreUnavailable> =>
  Effect.try({ try: step, catch: (cause) => (cause instanceof Conflict ? cause : new StoreUnavailable({ cause })) })

/**
 * All collections share these tables, so a new one needs no migration. A record is found by its entries only: one for
 * its id, one for each of its unique keys and indexes, one for all records of its environment. They are deleted with
 * their record. `content` is the JSON text of the fields that are never queried.
 */
const TABLES = `pragma foreign_keys = on;
  create table if not exists records (record integer primary key, collection text, environment text,
    version integer, content text, due real, expiry real, leased_until real);
  create index if not exists records_due on records (collection, environment, due) where due is not null;
  create index if not exists records_expiry on records (collection, expiry) where expiry is not null;
  create table if not exists entries (record integer references records on delete cascade,
    address text, is_unique integer, created_at real, id blob, primary key (record, address)) without rowid;
  create unique index if not exists entries_unique on entries (address) where is_unique;
  create index if not exists entries_newest on entries (address, created_at, id)`

/** The environments with due times. Each is one step in the index. */
const waiting = (sql: Sql, name: string, after = ""): ReadonlyArray<string> => {
  const [[next = null] = []] = sql(WAITING, name, after)
  return next === null ? [] : [String(next), ...waiting(sql, name, String(next))]
}

const WAITING = "select min(environment) from records where collection = ? and environment > ? and due is not null"

const NEXT = `select record from records
  where collection = ?1 and environment = ?2 and due <= ?3 and ifnull(leased_until, ?3) <= ?3 order by due limit 1 offset ?4`

const placesOf = (collection: Declaration, { environment, ids }: ClaimOnly): string =>
  JSON.stringify(ids.map((id) => addressOf({ collection, environment }, "id", id)))

// The records at these addresses, which have one time for being due and another for leases.
const NAMED = `select record from records where record in (
    select record from entries where address in (select value from json_each(?1))
  ) and due <= ?2 and ifnull(leased_until, ?3) <= ?3 order by due limit ?4`

// The version increases, so that a worker whose lease has expired cannot overwrite the next worker's result.
const LEASE = `update records set version = version + 1, leased_until = ?
  where record in (select value from json_each(?)) returning content, version, due`

/** SQLite returns the rows of a write in any order. */
const longestDueFirst = (rows: ReturnType<Sql>): ReturnType<Sql> =>
  rows.toSorted(([, , one], [, , other]) => Number(one) - Number(other))

const SWEEP = `delete from records where record in (select record from records
  where collection in (select value from json_each(?1)) and expiry <= ?2 limit ?3) returning 1`
