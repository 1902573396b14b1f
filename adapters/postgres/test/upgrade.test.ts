import { hash } from "node:crypto"
import { readFileSync } from "node:fs"
import { ALL, type Change, type Declaration, type EnvironmentKey, type Json, Store } from "@countersign/core"
import { migrateOld } from "@countersign/harness/oldSchema"
import { testDatabase } from "@countersign/harness/postgres"
import { collections } from "@countersign/harness/tables"
import { Effect, Result } from "effect"
import type pg from "pg"
import { describe, expect, it } from "vitest"
import { unavailable } from "../src/failures.ts"
import { migrate, migrationSql, migrationStatus, type Pool, postgres, prepareUpgrade } from "../src/index.ts"
import { migrationsFor } from "../src/migrations/files.ts"
import { oldStore } from "./oldStore.ts"

const server = testDatabase({ isEmpty: true })
const MIGRATIONS = migrationsFor("countersign").map(({ name }) => name)

const ENVIRONMENTS: ReadonlyArray<EnvironmentKey> = ["sandbox/acme", "production/acme", "sandbox/other"]
const LATER = Date.now() + 3_600_000

/** The same UUID for the same text. */
const uuid = (text: string): string =>
  hash("sha256", text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/u, "$1-$2-$3-$4-$5")

const idOf = ({ prefix }: Declaration, text: string): string =>
  prefix === undefined ? text : `${prefix}:${uuid(text)}`

/** Values of fields without a prefix, and of the other members of a body. */
const ODD: ReadonlyArray<Json> = [
  "ü “'\\ {},\n",
  12.5,
  1e21,
  true,
  { b: [1, null], a: "x" },
  [],
  "",
  "x".repeat(600),
  "\0\ud800",
  null
]

/** A body in which each field of a key or an index has a value of its own, and some are missing. */
const bodyOf = ({ due, expiry, indexes, prefixes, unique }: Declaration, nth: number): Json => {
  const keys = new Set(Object.values(unique).flat())
  const fields = [...new Set([...keys, ...Object.values(indexes).flat()])]
  const value = (field: string, at: number): Json => {
    const prefix = prefixes?.[field]
    if (prefix !== undefined) return `${prefix}:${uuid(`${field}${keys.has(field) ? nth : nth % 3}`)}`
    const odd = ODD[(nth + at) % ODD.length] ?? null
    return keys.has(field) ? (odd === null ? null : { odd, nth }) : odd
  }
  return Object.fromEntries([
    ...fields.flatMap((field, at) => ((nth + at) % 5 === 4 ? [] : [[field, value(field, at)]])),
    ["free", ODD[nth % ODD.length] ?? null],
    ...(expiry === undefined ? [] : [[expiry, [1, LATER + 0.5, "soon", null][nth % 4]]]),
    ...(due === undefined ? [] : [[due, [1, LATER + 0.5, "soon", null][nth % 4]]])
  ])
}

const IDS = ["plain", "NUL \0", "half \ud800", "\u0001mark", "ü “'\\ {},\n", "x".repeat(600), "7", "8"]

/** The records of a service: each collection in each environment has a record of each form. */
const written = (): ReadonlyArray<Change> =>
  collections.flatMap((collection) =>
    ENVIRONMENTS.flatMap((environment) =>
      IDS.map((text, nth): Change => {
        const id = idOf(collection, text)
        return { collection, environment, id, op: "insert", body: bodyOf(collection, nth), at: 1000 + nth }
      })
    )
  )

const inserted = (collection: Declaration, text: string, body: Json = {}, at = 1): Change => {
  const id = idOf(collection, text)
  return { collection, environment: "sandbox/acme", op: "insert", id, body, at }
}

const collectionOf = (name: string): Declaration => {
  const found = collections.find((collection) => collection.name === name)
  if (found === undefined) throw new Error(`no collection ${name}`)
  return found
}
const [customers, events, roots] = [collectionOf("customers"), collectionOf("events"), collectionOf("wallet_roots")]

const opened = (pool: Pool, schema: string) =>
  Effect.runPromise(Effect.provide(Store, postgres({ pool, schema, recentRows: 0, timeout: 300_000 })))

/** The rows of all tables of a schema, but those that record when a migration ran. */
const contents = async (pool: pg.Pool, schema: string) => {
  const found: Record<string, ReadonlyArray<unknown>> = {}
  for (const { name } of [...collections, { name: "environments" }]) {
    const { rows } = await pool.query(`select to_json(r)::text as row from ${schema}."${name}" r order by 1`)
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** Tables, columns, indexes, constraints and functions. */
const catalog = async (pool: pg.Pool, schema: string): Promise<string> => {
  const { rows } = await pool.query(
    `select string_agg(line, E'\n' order by line) as lines from (
      select indexdef from pg_indexes where schemaname = $1
      union all select pg_get_constraintdef(oid) || conname || conrelid::regclass from pg_constraint where connamespace = $1::regnamespace
      union all select concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, collation_name) from information_schema.columns where table_schema = $1
      union all select concat_ws(' ', relname, relkind, reloptions) from pg_class where relnamespace = $1::regnamespace
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = $1::regnamespace
    ) as all_lines (line)`,
    [schema]
  )
  return rows[0].lines.replaceAll(schema, "schema")
}

/** A pool that calls `before` before each statement of the migrations. */
const watched = (pool: pg.Pool, before: (text: string, client: pg.PoolClient) => Promise<void>): Pool => ({
  connect: async () => {
    const client = await pool.connect()
    return {
      query: async (query, values) => {
        await before(typeof query === "string" ? query : query.text, client)
        return client.query(typeof query === "string" ? { text: query, values: values ?? [] } : query)
      },
      release: (error) => client.release(error),
      on: (event, listener) => client.on(event, listener),
      removeListener: (event, listener) => client.removeListener(event, listener)
    }
  }
})

/** Mutation runs a test several times in one process. */
const anew = (pool: pg.Pool, schema: string) => pool.query(`drop schema if exists ${schema} cascade`)

const old = async (schema: string, changes: ReadonlyArray<Change> = []) => {
  const pool = server.pool()
  await anew(pool, schema)
  await migrateOld(pool, schema)
  const store = oldStore(pool, schema)
  for (const change of changes) expect(await store.commit(change)).toBe(true)
  return { pool, ...store }
}

describe("the upgrade of a schema of the version before", () => {
  it("writes what the store of this version would have written, in the tables that a new schema has", async () => {
    const changes = written()
    const { claim, commit, pool } = await old("same", changes)
    await anew(pool, "fresh")
    await migrate(pool, { schema: "fresh" })
    const store = await opened(pool, "fresh")
    for (const change of changes) await Effect.runPromise(store.commit([change], []))
    // Some records have changed, some are gone, and some are leased.
    const later = changes.flatMap(({ collection, environment, id }, nth): ReadonlyArray<Change> => {
      const at = { collection, environment, id, version: 1 }
      if (nth % 8 === 6) return [{ ...at, op: "replace", body: bodyOf(collection, nth + 1000), at: 5000 }]
      return nth % 8 === 7 ? [{ ...at, op: "remove" }] : []
    })
    for (const change of later) {
      expect(await commit(change)).toBe(true)
      await Effect.runPromise(store.commit([change], []))
    }
    for (const collection of collections) {
      if (collection.due === undefined) continue
      const leased = await claim(collection, 10, 20, 100)
      expect(await Effect.runPromise(store.claimDue(collection, 10, 20, 100))).toHaveLength(leased.length)
      expect(leased.length).toBeGreaterThan(0)
    }
    expect(await migrate(pool, { schema: "same", rows: 50 })).toEqual(MIGRATIONS)
    expect(await contents(pool, "same")).toEqual(await contents(pool, "fresh"))
    expect(await catalog(pool, "same")).toBe(await catalog(pool, "fresh"))
    expect(await migrate(pool, { schema: "same" })).toEqual([])
  })

  it("keeps every record for load, find, claimDue and sweep", async () => {
    const changes = written()
    const { pool } = await old("kept", changes)
    await migrate(pool, { schema: "kept" })
    const store = await opened(pool, "kept")
    for (const { collection, environment, id, ...change } of changes) {
      const body = change.op === "insert" ? change.body : null
      const at = change.op === "insert" ? change.at : 0
      const row = { environment, id, version: 1, createdAt: at, updatedAt: at, body }
      expect(await Effect.runPromise(store.load([{ collection, environment, by: "id", id }]))).toEqual([[row]])
      const texts = (fields: ReadonlyArray<string>) =>
        fields.flatMap((field) => {
          const value = Object.entries(Object(body)).find(([name]) => name === field)?.[1]
          return value === undefined || value === null
            ? []
            : [typeof value === "string" ? value : JSON.stringify(value)]
        })
      for (const [key, fields] of Object.entries(collection.unique)) {
        const values = texts(fields)
        if (values.length < fields.length) continue
        expect(await Effect.runPromise(store.load([{ collection, environment, by: "unique", key, values }]))).toEqual([
          [row]
        ])
      }
      for (const [name, fields] of Object.entries(collection.indexes)) {
        const values = texts(fields)
        if (values.length < fields.length) continue
        const page = await Effect.runPromise(
          store.find({ collection, environment, index: { name, values }, limit: 100 })
        )
        expect(page).toContainEqual(row)
      }
    }
    const count = (field: string | undefined) => (field === undefined ? 0 : (IDS.length / 4) * ENVIRONMENTS.length)
    for (const collection of collections) {
      const due = await Effect.runPromise(store.claimDue(collection, 10, 20, 100))
      expect([collection.name, due.length]).toEqual([collection.name, count(collection.due)])
      expect(await Effect.runPromise(store.sweep([collection], Date.now(), 100))).toBe(count(collection.expiry))
    }
  })

  it("goes on after it was killed before the end of any step, and the old nodes never notice", async () => {
    const changes = written().slice(0, 150)
    const { commit, pool } = await old("killed", changes)
    await anew(pool, "unkilled")
    await migrate(pool, { schema: "unkilled" })
    const store = await opened(pool, "unkilled")
    const isSwitched = async () => (await migrationStatus(pool, { schema: "killed" }))[0]?.state === "applied"
    let kills = 0
    while (!(await isSwitched())) {
      let steps = 0
      const dies = watched(server.pool(), async (text, client) => {
        if (text !== "commit") return
        steps += 1
        // Each step is lost once, and is then the first of the next attempt.
        if (steps < 2 && kills > 0) return
        kills += 1
        const pid = Object.entries(client).find(([key]) => key === "processID")?.[1]
        await pool.query("select pg_terminate_backend($1, 5000)", [pid])
      })
      await expect(migrate(dies, { schema: "killed", rows: 20 })).rejects.toThrow("onnection")
      if (await isSwitched()) break
      const change = inserted(roots, `during ${kills}`, { kills }, kills)
      expect(await commit(change)).toBe(true)
      changes.push(change)
    }
    expect(await migrate(pool, { schema: "killed" })).toEqual(MIGRATIONS.slice(1))
    expect(kills).toBeGreaterThan(150 / 20)
    for (const change of changes) await Effect.runPromise(store.commit([change], []))
    expect(await contents(pool, "killed")).toEqual(await contents(pool, "unkilled"))
    expect(await catalog(pool, "killed")).toBe((await catalog(pool, "unkilled")).replaceAll("unkilled", "schema"))
  })

  it("D8: of four callers at once, one switches, and all end after the switch", async () => {
    const { pool } = await old("crowd", written().slice(0, 200))
    const callers = Array.from({ length: 4 }, () => migrate(server.pool(), { schema: "crowd", rows: 7 }))
    expect((await Promise.all(callers)).flat().sort()).toEqual(MIGRATIONS)
    const found = await contents(pool, "crowd")
    expect(collections.reduce((sum, { name }) => sum + (found[name]?.length ?? 0), 0)).toBe(200)
  })

  it("copies what the old nodes insert, change, remove and move meanwhile, before and behind the copy", async () => {
    const first = Array.from({ length: 30 }, (_, nth) => inserted(customers, `${nth}`, { reference: `r${nth}` }))
    const { commit, pool } = await old("changing", first)
    const rest = new Map(first.map(({ id, ...change }) => [id, change.op === "insert" ? change.body : null]))
    const ids = [...rest.keys()].sort()
    const at = { collection: customers, environment: "sandbox/acme", version: 1, at: 9 } as const
    const replaced = (nth: number, body: Json): Change => {
      const id = ids[nth] ?? ""
      rest.set(id, body)
      return { ...at, op: "replace", id, body }
    }
    const change = async () => {
      const [owner, late] = [2, 23].map((nth) => rest.get(ids[nth] ?? "") ?? null)
      // The records from 4 on are not copied yet. A unique key moves to one of them, and another from one of them.
      expect(await commit(replaced(2, { reference: "given away" }), replaced(22, owner ?? null))).toBe(true)
      expect(await commit(replaced(23, { reference: "given too" }), replaced(3, late ?? null))).toBe(true)
      for (const nth of [0, 20]) expect(await commit(replaced(nth, { reference: `changed ${nth}` }))).toBe(true)
      for (const nth of [1, 21]) {
        expect(await commit({ ...at, op: "remove", id: ids[nth] ?? "" })).toBe(true)
        rest.delete(ids[nth] ?? "")
        const insert = inserted(customers, `new ${nth}`, { reference: `r${nth}, new` })
        expect(await commit(insert)).toBe(true)
        rest.set(insert.id, { reference: `r${nth}, new` })
      }
    }
    let steps = 0
    const meanwhile = watched(pool, async (text) => {
      if (text === "begin" && ++steps === 3) await change()
    })
    expect(await migrate(meanwhile, { schema: "changing", rows: 4 })).toEqual(MIGRATIONS)
    const store = await opened(pool, "changing")
    const found = await Effect.runPromise(store.find({ ...at, index: ALL, limit: 100 }))
    expect(new Map(found.map(({ body, id }) => [id, body]))).toEqual(rest)
  })

  it("refuses every call of a node of this version before the switch, by name", async () => {
    const { pool } = await old("early", written().slice(0, 20))
    const store = await opened(pool, "early")
    const at = { collection: events, environment: "sandbox/acme" } as const
    const id = idOf(events, "x")
    const calls: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown>]> = [
      ["load", store.load([{ ...at, by: "id", id }])],
      ["find", store.find({ ...at, index: ALL, limit: 9 })],
      ["insert", store.commit([inserted(events, "x")], [])],
      ["remove", store.commit([{ ...at, op: "remove", id, version: 1 }], [])],
      ["guard", store.commit([inserted(events, "x")], [{ ...at, guard: "version", id, version: 1 }])],
      ["claimDue", store.claimDue(events, 10, 20, 100)],
      ["sweep", store.sweep(collections, 10, 20)]
    ]
    const refused = async () => {
      for (const [name, call] of calls) {
        const outcome = await Effect.runPromise(Effect.result(call))
        expect([name, Result.isFailure(outcome) && outcome.failure]).toMatchObject([name, { because: "unmigrated" }])
      }
    }
    await refused()
    await prepareUpgrade(pool, { schema: "early" })
    await refused()
    await migrate(pool, { schema: "early" })
    expect(await Effect.runPromise(store.load([{ ...at, by: "id", id }]))).toEqual([[]])
  })

  it("the switch refuses every statement of the old nodes by name, also one that waits for it, and loses none", async () => {
    const { claim, commit, insert, load, pool, sweep } = await old("switched", written().slice(0, 50))
    await prepareUpgrade(pool, { schema: "switched" })
    const kept = new Set<string>()
    const refusals: Array<unknown> = []
    let isOver = false
    const node = async (nth: number) => {
      for (let round = 0; !isOver; round += 1) {
        const id = `writer ${nth} ${round}`
        const isKept = await commit(inserted(roots, id)).catch((error) => {
          refusals.push(error)
          isOver = true
          return false
        })
        if (isKept) kept.add(id)
      }
    }
    const nodes = Array.from({ length: 6 }, (_, nth) => node(nth))
    await expect.poll(() => kept.size).toBeGreaterThan(20)
    expect(await migrate(server.pool(), { schema: "switched" })).toEqual(MIGRATIONS)
    await Promise.all(nodes)
    const calls = [
      commit(inserted(roots, "late")),
      insert(roots, "sandbox/acme", "late", {}),
      load(roots, "sandbox/acme", "late"),
      claim(events, 1, 1, 1),
      sweep(events, 1)
    ]
    for (const call of await Promise.allSettled(calls))
      refusals.push(call.status === "rejected" ? call.reason : "served")
    expect(refusals.length).toBeGreaterThan(calls.length)
    expect(refusals.map((error) => unavailable("switched", error).because)).toEqual(refusals.map(() => "unmigrated"))
    const { rows } = await pool.query("select id from switched.wallet_roots where id like 'writer %'")
    expect(new Set(rows.map(({ id }) => id))).toEqual(kept)
  })

  it("lets the role of the service go on, before and after, without new grants", async () => {
    const { pool } = await old("granted", written().slice(0, 20))
    const { rowCount } = await pool.query("select from pg_roles where rolname = 'serving'")
    if (rowCount === 0) await pool.query("create role serving login password 'serving'")
    await pool.query(`grant usage on schema granted to serving;
      grant select, insert, update, delete on all tables in schema granted to serving`)
    const served = server.pool({ user: "serving", password: "serving" })
    await prepareUpgrade(pool, { schema: "granted" })
    expect(await oldStore(served, "granted").commit(inserted(roots, "by the service"))).toBe(true)
    await migrate(pool, { schema: "granted" })
    const store = await opened(served, "granted")
    const at = { collection: roots, environment: "sandbox/acme" } as const
    expect(await Effect.runPromise(store.load([{ ...at, by: "id", id: "by the service" }]))).toMatchObject([
      [{ version: 1 }]
    ])
    const first = { ...inserted(roots, "of a new environment"), environment: "sandbox/new" } as const
    await Effect.runPromise(store.commit([first], []))
  })

  it("refuses a collection that no declaration has, at the begin and at the switch, and changes nothing", async () => {
    const { commit, insert, pool } = await old("strange", written().slice(0, 20))
    const own: Declaration = { name: "points", unique: {}, indexes: {} }
    await insert(own, "sandbox/acme", "1", { points: 1 })
    await expect(migrate(pool, { schema: "strange" })).rejects.toThrow('no collection "points"')
    const [status] = await migrationStatus(pool, { schema: "strange" })
    expect(status).toMatchObject({ state: "missing", progress: "not begun" })
    await pool.query("delete from strange.records where collection = 'points'")
    await prepareUpgrade(pool, { schema: "strange" })
    await insert(own, "sandbox/acme", "1", { points: 1 })
    await expect(migrate(pool, { schema: "strange" })).rejects.toThrow('no collection "points"')
    expect(await commit(inserted(roots, "still served"))).toBe(true)
    await pool.query("delete from strange.records where collection = 'points'")
    expect(await migrate(pool, { schema: "strange" })).toEqual(MIGRATIONS)
    expect((await contents(pool, "strange")).wallet_roots?.join()).toContain("still served")
  })

  it.each<readonly [string, string, Json | string, string]>([
    ["customers", "42", {}, "not of the form Customer:<uuid>"],
    ["customers", `Customer:${uuid("1")}`, { customerId: "42" }, "customerId of customers is not an id"],
    ["wallet_roots", "broken", "{", "JSON"]
  ])("refuses a record of %s that the store cannot have, by name: %s", async (name, id, body, message) => {
    const schema = `malformed_${uuid(id).slice(0, 8)}`
    const { commit, insert, pool } = await old(schema, written().slice(0, 20))
    await insert(collectionOf(name), "sandbox/acme", id, typeof body === "string" ? {} : body)
    if (typeof body === "string") await pool.query(`update ${schema}.records set body = $1 where id = $2`, [body, id])
    await expect(migrate(pool, { schema })).rejects.toThrow(
      new RegExp(`"${id}" of ${name} in sandbox/acme.*${message}`, "u")
    )
    expect(await commit(inserted(roots, "still served"))).toBe(true)
    await pool.query(`delete from ${schema}.records where id = $1`, [id])
    expect(await migrate(pool, { schema })).toEqual(MIGRATIONS)
  })

  it("refuses an environment that is none", async () => {
    const { insert, pool } = await old("nowhere", [])
    await insert(roots, "elsewhere", "1", {})
    await expect(migrate(pool, { schema: "nowhere" })).rejects.toThrow(
      /"1" of wallet_roots in elsewhere.*invalid environment/u
    )
    await pool.query("delete from nowhere.records")
    expect(await migrate(pool, { schema: "nowhere" })).toEqual(MIGRATIONS)
  })

  it("refuses to switch if records were changed without the trigger, and copies anew when told to", async () => {
    const { pool } = await old("unseen", written().slice(0, 20))
    await prepareUpgrade(pool, { schema: "unseen" })
    await pool.query(`begin; set local session_replication_role = replica;
      delete from unseen.records where ctid = (select ctid from unseen.records where collection = 'customers' limit 1); commit`)
    await expect(migrate(pool, { schema: "unseen" })).rejects.toThrow(
      /customers has \d+ records and \d+ copies.*drop table "unseen".upgrade/u
    )
    await pool.query("drop table unseen.upgrade")
    expect(await migrate(pool, { schema: "unseen" })).toEqual(MIGRATIONS)
    expect((await contents(pool, "unseen")).customers).toHaveLength(19)
  })

  it("is given up by the statements of the guide, and the old nodes go on", async () => {
    const { commit, pool } = await old("given_up", written().slice(0, 20))
    await prepareUpgrade(pool, { schema: "given_up" })
    const page = readFileSync(new URL("../../../docs/guides/postgres.md", import.meta.url), "utf8")
    const statements = /```sql run=give-up\n([\s\S]*?)```/u.exec(page)?.[1] ?? ""
    await pool.query(statements.replaceAll("countersign.", "given_up."))
    expect(await commit(inserted(roots, "still served"))).toBe(true)
    expect(await migrate(pool, { schema: "given_up" })).toEqual(MIGRATIONS)
    expect((await contents(pool, "given_up")).wallet_roots?.join()).toContain("still served")
  })

  it("refuses a schema whose first migration was another file", async () => {
    const { pool } = await old("other", [])
    await pool.query("update other.migrations set checksum = 'other'")
    await expect(migrate(pool, { schema: "other" })).rejects.toThrow("0001_initial.sql differs from the file")
  })

  it("waits for a transaction that holds the table, and lets the old nodes write between its attempts", async () => {
    const { commit, pool } = await old("held", written().slice(0, 20))
    await prepareUpgrade(pool, { schema: "held" })
    const holder = await pool.connect()
    await holder.query("begin; select count(*) from held.records")
    const migrated = migrate(server.pool(), { schema: "held" })
    const waits = "select from pg_locks where mode = 'AccessExclusiveLock' and not granted"
    await expect.poll(async () => (await pool.query(waits)).rows.length).toBe(1)
    expect(await commit(inserted(roots, "between"))).toBe(true)
    await holder.query("commit")
    holder.release()
    expect(await migrated).toEqual(MIGRATIONS)
    expect((await contents(pool, "held")).wallet_roots?.join()).toContain("between")
  })

  it("says how far it is, and the printed SQL says what to run instead", async () => {
    const { pool } = await old("told", written().slice(0, 100))
    const progress = async () => (await migrationStatus(pool, { schema: "told" }))[0]?.progress
    expect(await progress()).toBe("not begun")
    await pool.query("analyze told.records")
    const told: Array<string> = []
    await prepareUpgrade(pool, { schema: "told", rows: 25, onProgress: (one) => void told.push(one) })
    expect(told).toEqual(["copying 0 %", "copying 25 %", "copying 50 %", "copying 75 %", "copying 99 %", "copied"])
    expect(await progress()).toBe("copied")
    const sql = await migrationSql({ schema: "told" })
    await expect(pool.query(sql)).rejects.toThrow("npx @countersign/cli migrate up --schema told")
    await pool.query("rollback")
    await migrate(pool, { schema: "told" })
    const [status] = await migrationStatus(pool, { schema: "told" })
    expect(status).toMatchObject({ state: "applied" })
    expect(await progress()).toBeUndefined()
  })

  it("prepares nothing in a schema that needs no upgrade", async () => {
    await prepareUpgrade(server.pool(), { schema: "none" })
    expect((await server.pool().query("select to_regnamespace('none')::text as found")).rows).toEqual([{ found: null }])
  })
})
