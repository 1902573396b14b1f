import { type Change, type Declaration, type Guard, type Json, Store, StoreUnavailable } from "@countersign/core"
import type { testDatabase } from "@countersign/harness/postgres"
import { Effect } from "effect"
import { beforeAll } from "vitest"
import { migrate, type PostgresOptions, postgres } from "../src/index.ts"
import { collectionsSql } from "../src/migrations/ddl.ts"
import type { Pool } from "../src/Pool.ts"

/** A collection that uses every feature of a declaration. */
export const things: Declaration = {
  name: "things",
  unique: { name: ["name"] },
  indexes: { all: [], owner: ["owner"] },
  expiry: "expiresAt",
  due: "dueAt"
}

/** A collection whose ids, and those of its owners, are UUIDs behind a prefix. */
export const devices: Declaration = {
  name: "devices",
  unique: { twin: ["twinId"], serial: ["accountId", "serial"] },
  indexes: { all: [], account: ["accountId"] },
  expiry: "expiresAt",
  due: "dueAt",
  prefix: "Device",
  prefixes: { accountId: "Account", twinId: "Device" }
}

const own = [things, devices]

/** Creates the tables of a schema: those of the migrations, and those of the collections of the tests. */
export const withTables = async (pool: Pool, schema = "countersign"): Promise<void> => {
  await migrate(pool, { schema })
  const client = await pool.connect()
  try {
    await client.query(collectionsSql(own, { schema }))
    // The counters of a busy server have the scans of new indexes late, and a test would take them for its own (GT12).
    await client.query("select pg_stat_force_next_flush()")
  } finally {
    client.release()
  }
}

/** A database with the tables of the collections of the tests. */
export const withThings = <A extends Pick<ReturnType<typeof testDatabase>, "pool">>(server: A): A => {
  beforeAll(() => withTables(server.pool({ max: 1 })))
  return server
}

export const here = { collection: things, environment: "sandbox/acme" } as const

export const insert = (id: string, body: Json = {}, at = 0): Change => ({ ...here, op: "insert", id, body, at })
export const replace = (id: string, version: number, body: Json = {}): Change => ({
  ...here,
  op: "replace",
  id,
  version,
  body,
  at: 0
})
export const remove = (id: string, version: number): Change => ({ ...here, op: "remove", id, version })
export const atVersion = (id: string, version: number): Guard => ({ ...here, guard: "version", id, version })

/** The store with promises, and with conflicts as texts: "written", or the reason. Only a test of a time limit sets one. */
export const opened = async (options: PostgresOptions) => {
  const store = await Effect.runPromise(Effect.provide(Store, postgres({ timeout: 300_000, ...options })))
  return {
    store,
    rows: async (id: string) => (await Effect.runPromise(store.load([{ ...here, by: "id", id }])))[0] ?? [],
    outcome: (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard> = []): Promise<string> =>
      store.commit(changes, guards).pipe(
        Effect.as("written"),
        Effect.catchTag("Conflict", ({ because }) => Effect.succeed(because)),
        Effect.catchTag("StoreUnavailable", () => Effect.succeed("unavailable")),
        Effect.runPromise
      )
  }
}

/** The failure of a read of the store. */
export const failure = async (options: PostgresOptions): Promise<StoreUnavailable> => {
  const { store } = await opened(options)
  const error = await Effect.runPromise(Effect.flip(store.load([{ ...here, by: "id", id: "a" }])))
  if (!(error instanceof StoreUnavailable)) throw error
  return error
}
