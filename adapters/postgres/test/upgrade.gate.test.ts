import { type Change, type Declaration, type Json, Store } from "@countersign/core"
import { migrateOld } from "@countersign/harness/oldSchema"
import { testDatabase } from "@countersign/harness/postgres"
import { figure, rounds } from "@countersign/harness/rounds"
import { collections } from "@countersign/harness/tables"
import { Effect } from "effect"
import type pg from "pg"
import { expect, it } from "vitest"
import { unavailable } from "../src/failures.ts"
import { migrate, type Pool, postgres, prepareUpgrade } from "../src/index.ts"
import { migrationsFor } from "../src/migrations/files.ts"
import { oldStore } from "./oldStore.ts"

const server = testDatabase({ isEmpty: true })
const MIGRATIONS = migrationsFor("countersign").map(({ name }) => name)

const RECORDS = rounds(1_000_000, 100_000)
/** The share of each collection, in percent. */
const SHARES = new Map<string, number>([
  ...([
    ["sessions", 30],
    ["session_clients", 10],
    ["customers", 10],
    ["internal_accounts", 10],
    ["credentials", 10]
  ] as const),
  ...([
    ["receipts", 15],
    ["events", 10],
    ["transactions", 4],
    ["levels", 1]
  ] as const)
])
const stored = collections.filter(({ name }) => SHARES.has(name))

/** The value of a field of the record `n`, as SQL. */
const fieldSql = ({ prefixes, unique }: Declaration, field: string): string => {
  const nth = Object.values(unique).flat().includes(field) ? "n" : "n / 4"
  const prefix = prefixes?.[field]
  return prefix === undefined ? `'${field} ' || ${nth}` : `'${prefix}:' || md5('${field}' || ${nth})::uuid`
}

const fieldsOf = ({ indexes, unique }: Declaration) =>
  new Set([...Object.values(unique), ...Object.values(indexes)].flat())
const idSql = ({ name, prefix }: Declaration, n: string): string =>
  prefix === undefined ? `'${name} ' || ${n}` : `'${prefix}:' || md5('${name}' || ${n})::uuid`
const EXPIRY = "4000000000000 + n"
const DUE = "n + 1"

/** Inserts the records of a collection, some of which are leased. */
const fill = (pool: pg.Pool, collection: Declaration) => {
  const { due, expiry, name } = collection
  const body = [
    ...[...fieldsOf(collection)].map((field) => `'${field}', ${fieldSql(collection, field)}`),
    ...[expiry].flatMap((field) => (field === undefined ? [] : [`'${field}', ${EXPIRY}`])),
    ...[due].flatMap((field) => (field === undefined ? [] : [`'${field}', ${DUE}`])),
    "'rest', repeat(md5(n::text), 12)"
  ]
  return pool.query(`insert into large.records
    select '${name}', 'production/p' || n % 20, ${idSql(collection, "n")}, 1 + n % 5, n, n + n % 7,
      ${expiry === undefined ? "null" : EXPIRY}, ${due === undefined ? "null, null" : `${DUE}, case when n % 3 = 0 then n + 9 end`},
      '{}', '{}', json_build_object(${body.join(", ")})::text
    from generate_series(1, ${(RECORDS * (SHARES.get(name) ?? 0)) / 100}) as n`)
}

/** The number of records that are not what they were, and that no one has changed. */
const different = async (pool: pg.Pool, collection: Declaration): Promise<number> => {
  const { due, expiry, name, prefix, prefixes } = collection
  const was = [
    ...["s.version", "s.created_at", "s.updated_at", "s.body"],
    ...(expiry === undefined ? [] : ["s.expires_at"]),
    ...(due === undefined ? [] : ["s.due_at", "s.leased_until"]),
    ...[...fieldsOf(collection)].map((field) => `s.body::json ->> '${field}'`)
  ]
  const snake = (field: string) =>
    `r."${field.replace(/^_/u, "").replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)}"`
  const is = [
    ...["r.version", "r.created_at", "r.updated_at", "r.body"],
    ...(expiry === undefined ? [] : ["r.expires_at"]),
    ...(due === undefined ? [] : ["r.due_at", "r.leased_until"]),
    ...[...fieldsOf(collection)].map((field) =>
      prefixes?.[field] === undefined ? snake(field) : `'${prefixes[field]}:' || ${snake(field)}`
    )
  ]
  const { rows } = await pool.query(
    `select count(*)::int as count from (select * from before.records where collection = '${name}') s
      full join (
        select e.name as environment, ${prefix === undefined ? "r.id" : `'${prefix}:' || r.id`} as key, r.*
        from large."${name}" r join large.environments e on e.id = r.environment
      ) r (environment, key, environment_id) on r.environment = s.environment and r.key = s.id
      left join before.changed c on c.id = coalesce(r.key, s.id)
      where c.id is null and (${was.join(", ")}) is distinct from (${is.join(", ")})`
  )
  return rows[0].count
}

/** The statements of the upgrade, with their milliseconds, and how long it held the lock that stops the old nodes. */
const timed = (pool: pg.Pool) => {
  const found = { longest: 0, text: "", held: 0, transaction: 0 }
  let [locked, began] = [0, 0]
  const watched: Pool = {
    connect: async () => {
      const client = await pool.connect()
      return {
        query: async (query, values) => {
          const text = typeof query === "string" ? query : query.text
          const sent = performance.now()
          const answer = await client.query(typeof query === "string" ? { text, values: values ?? [] } : query)
          const now = performance.now()
          if (text === "begin") began = sent
          else if (text.startsWith("lock table")) locked = sent
          else if (text === "commit") {
            if (locked > 0) found.held = now - locked
            else found.transaction = Math.max(found.transaction, now - began)
            locked = 0
          } else if (now - sent > found.longest && locked === 0) {
            Object.assign(found, { longest: now - sent, text: text.replace(/\s+/gu, " ").slice(0, 60) })
          }
          return answer
        },
        release: (error) => client.release(error),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener)
      }
    }
  }
  return { found, watched }
}

it("the upgrade of a million records under load loses none, and stops the old nodes for a moment", async () => {
  const pool = server.pool({ max: 20 })
  await migrateOld(pool, "large")
  for (const collection of stored) await fill(pool, collection)
  await pool.query(
    "create schema before; create table before.records as select * from large.records; analyze large.records"
  )

  const old = oldStore(pool, "large")
  /** The changes that the old nodes have acknowledged. A record without a body is gone. */
  const acknowledged = new Map<
    string,
    { readonly change: Change; readonly version: number; readonly body: Json | undefined }
  >()
  const [sessions, customers] = ["sessions", "customers"].map((name) => stored.find((each) => each.name === name))
  if (sessions === undefined || customers === undefined) throw new Error("no such collections")
  const { rows: known } = await pool.query(
    `select environment, id, version::int from large.records where collection = 'customers' order by id limit 20000`
  )
  const refusals: Array<unknown> = []
  const waits: Array<number> = []
  let isRefused = false
  const commit = async (change: Change, version: number): Promise<void> => {
    const sent = performance.now()
    const isWritten = await old.commit(change)
    waits.push(performance.now() - sent)
    expect(isWritten).toBe(true)
    acknowledged.set(change.id, { change, version, body: change.op === "remove" ? undefined : change.body })
  }
  const node = async (nth: number) => {
    for (let round = 0; !isRefused; round += 1) {
      const uuid = `${String(nth).padStart(8, "0")}-0000-4000-8000-${String(round).padStart(12, "0")}`
      const own = { collection: sessions, environment: `production/p${nth}`, id: `Session:${uuid}` } as const
      const body = { accountId: `InternalAccount:${uuid}`, _tag: "open", expiresAt: 4e12, round }
      const { environment = "", id = "", version = 0 } = known[(round * 4 + nth) % known.length] ?? {}
      try {
        await commit({ ...own, op: "insert", body, at: round }, 1)
        await commit({ ...own, op: "replace", version: 1, body: { ...body, _tag: "closed" }, at: round + 1 }, 2)
        if (round % 3 === 0) await commit({ ...own, op: "remove", version: 2 }, 3)
        const at = { collection: customers, environment, id } as const
        const before = acknowledged.get(id)?.version ?? version
        await commit(
          { ...at, op: "replace", version: before, body: { reference: `${nth} ${round}` }, at: round },
          before + 1
        )
      } catch (error) {
        refusals.push(error)
        isRefused = true
      }
    }
  }
  const nodes = Array.from({ length: 4 }, (_, nth) => node(nth))
  await expect.poll(() => waits.length).toBeGreaterThan(100)
  const { found, watched } = timed(server.pool())
  const began = performance.now()
  await prepareUpgrade(watched, { schema: "large" })
  const copied = performance.now()
  const written = waits.length
  expect(refusals).toEqual([])
  const slowest = waits.reduce((most, each) => Math.max(most, each), 0)
  expect(await migrate(watched, { schema: "large" })).toEqual(MIGRATIONS)
  await Promise.all(nodes)
  expect(refusals.map((error) => unavailable("large", error).because)).toEqual(refusals.map(() => "unmigrated"))
  figure(
    `${RECORDS} records and ${written} writes of old nodes: ${Math.round((RECORDS / (copied - began)) * 1000)} rows a second, ` +
      `longest transaction ${Math.round(found.transaction)} ms, longest statement ${Math.round(found.longest)} ms (${found.text}), ` +
      `slowest write ${Math.round(slowest)} ms, the switch held its lock for ${Math.round(found.held)} ms`
  )

  const store = await Effect.runPromise(Effect.provide(Store, postgres({ pool, schema: "large", timeout: 60_000 })))
  for (const { body, change, version } of acknowledged.values()) {
    const { collection, environment, id } = change
    const [rows] = await Effect.runPromise(store.load([{ collection, environment, by: "id", id }]))
    expect(rows).toMatchObject(body === undefined ? [] : [{ id, version, body }])
  }
  await pool.query("create table before.changed as select unnest($1::text[]) as id", [[...acknowledged.keys()]])
  for (const collection of stored) {
    expect([collection.name, await different(pool, collection)]).toEqual([collection.name, 0])
  }
}, 1_800_000)
