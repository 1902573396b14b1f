import { readFileSync } from "node:fs"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { ownFlows } from "../src/flows/index.ts"
import { startCluster } from "../src/run/cluster.ts"
import { growth } from "../src/scale/measure.ts"
import { type Service, seed, serviceOn } from "../src/scale/seed.ts"

const SUBJECTS = 40
const population = { sessions: 10_000, requests: 2_000 }

let cluster: Awaited<ReturnType<typeof startCluster>>
let service: Service
let spare: Service
const sent = vi.spyOn(pg.Client.prototype, "query")

beforeAll(async () => {
  cluster = await startCluster()
  const database = await cluster.database("seeded")
  const { subjects } = await seed(database, population, SUBJECTS)
  spare = await serviceOn(database, { known: subjects })
  service = await serviceOn(database, { known: subjects })
})

afterAll(async () => {
  for (const { close } of [service, spare]) await close()
  await cluster.stop()
})

const textOf = (query: unknown): string =>
  typeof query === "object" && query !== null && "text" in query ? String(query.text) : String(query)

describe("a seeded database", () => {
  it("has as many records as the population, each with its own keys and entries", async () => {
    const { rows } = await spare.pool.query(
      `select collection, count(*)::int as all, count(distinct id)::int as ids,
        (count(distinct keys) > 1)::text as keys, count(distinct entries)::int as entries, bool_and(body like '{%') as bodies
      from countersign.records where collection = any ($1) group by collection order by collection`,
      [["credentials", "customers", "sessions", "signed_requests"]]
    )
    const wallets = { all: 3_000, ids: 3_000, keys: "true", entries: 3_000, bodies: true }
    expect(rows).toEqual([
      { collection: "credentials", ...wallets },
      { collection: "customers", ...wallets },
      { collection: "sessions", ...wallets, all: 10_000, ids: 10_000, keys: "false", entries: 10_000 },
      { collection: "signed_requests", ...wallets, all: 2_000, ids: 2_000, keys: "false", entries: 1 }
    ])
    const { rows: sums } = await spare.pool.query(
      `select (select count(*) from countersign.entries) = (select sum(cardinality(entries)) from countersign.records) as entries,
        (select count(*) from countersign.keys) = (select sum(cardinality(keys)) from countersign.records) as keys`
    )
    expect(sums).toEqual([{ entries: true, keys: true }])
  })

  it("has the indexes of the migration, and its originals apart from each other", async () => {
    const { rows } = await spare.pool.query(
      `select indexname from pg_indexes where schemaname = 'countersign' and tablename = any ($1) order by 1`,
      [["records", "keys", "entries"]]
    )
    expect(rows.map(({ indexname }) => indexname)).toEqual([
      "entries_pkey",
      "keys_pkey",
      "records_due",
      "records_expiry",
      "records_pkey"
    ])
    const { rows: gaps } = await spare.pool.query(
      `select min(gap)::int as gap from (
        select n - lag(n) over (order by n) as gap from (
          select id, row_number() over (order by id) as n from countersign.records where collection = 'sessions'
        ) as numbered where id not like '%.%') as gaps`
    )
    expect(gaps[0]?.gap).toBeGreaterThan(100)
    // This test scanned tables. Flush its statistics now, so they are not counted for the flows.
    await spare.pool.query("select pg_stat_force_next_flush()")
  })

  it("serves every flow without a sequential scan, an offset or a count", async () => {
    sent.mockClear()
    const rows = await growth([{ population, service }], { subjects: 2, rounds: 2 })
    expect(rows.map(({ flow }) => flow)).toEqual(ownFlows.map(({ name }) => name))
    expect(rows.filter(({ tableScans }) => tableScans > 0)).toEqual([])
    expect(rows.filter(({ pages }) => !(pages > 0 && pages < 1000))).toEqual([])
    const statements = [...new Set(sent.mock.calls.map(([query]) => textOf(query)))]
    const own = statements.filter((text) => text.includes("countersign"))
    expect(own.length).toBeGreaterThan(3)
    // `offset 0` stops the planner from merging a part of a statement; the counts are of rows that the statement wrote.
    const ofOwnParts = /\boffset 0\b|\bcount\(\*\) from (?:inserted|listed|claimed|replaced|unlisted|relisted)\b/gu
    const parts = own.map((text) => text.replaceAll(ofOwnParts, ""))
    expect(parts.filter((text) => /\boffset\b|\bcount\s*\(/iu.test(text))).toEqual([])
  })

  it("accepts the vacuum settings of docs/guides/scale.md", async () => {
    const page = readFileSync(new URL("../../../docs/guides/scale.md", import.meta.url), "utf8")
    const statements = /```sql run=vacuum\n([\s\S]*?)```/u.exec(page)?.[1] ?? ""
    expect(statements).not.toBe("")
    await spare.pool.query(statements)
    const { rows } = await spare.pool.query(
      "select relname from pg_class where reloptions @> array['autovacuum_vacuum_scale_factor=0.005'] order by 1"
    )
    expect(rows.map(({ relname }) => relname)).toEqual(["entries", "keys", "records"])
  })
})
