import { type Change, type Declaration, type Json, Store } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import initSqlJs, { type Database } from "sql.js"
import { sqliteStore } from "../src/sqliteStore.ts"

const sqlite = await initSqlJs()

/** A database, empty or with bytes that another one exported. */
export const databaseOf = (bytes?: Uint8Array): Database => new sqlite.Database(bytes)

export const storeOn = (database: Database): Promise<Store["Service"]> =>
  Effect.runPromise(Effect.provide(Store, sqliteStore(database)))

/** A collection that uses every feature of a declaration. */
export const things: Declaration = {
  name: "things",
  unique: { name: ["name"] },
  indexes: { all: [], owner: ["owner"] },
  expiry: "expiresAt",
  due: "dueAt"
}

export const here = { collection: things, environment: "sandbox/acme" } as const

export const insert = (id: string, body: Json = {}): Change => ({ ...here, op: "insert", id, body, at: 0 })
export const replace = (id: string, version: number, body: Json = {}): Change => ({
  ...here,
  op: "replace",
  id,
  version,
  body,
  at: 1
})

/** The outcome of an effect: "done", the tag of its failure, or "died". */
export const end = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E>): Promise<string> =>
  effect.pipe(
    Effect.as("done"),
    Effect.catch(({ _tag }) => Effect.succeed(_tag)),
    Effect.catchDefect(() => Effect.succeed("died")),
    Effect.runPromise
  )
