import { existsSync, readFileSync } from "node:fs"
import { collections } from "@countersign/harness/tables"
import { migrate } from "@countersign/postgres"
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

it.runIf(process.platform === "linux")("the CPU time of a cluster never falls when a backend ends", async () => {
  const client = new pg.Client(cluster.urlOf("seeded"))
  await client.connect()
  const { rows } = await client.query("select pg_backend_pid() as pid, sum(n) from generate_series(1, 2000000) as n")
  const before = await cluster.cpu()
  await client.end()
  await expect.poll(() => existsSync(`/proc/${rows[0].pid}`)).toBe(false)
  expect(await cluster.cpu()).toBeGreaterThanOrEqual(before)
})

describe("a seeded database", () => {
  it("has as many records as the population, each with its own id and keys", async () => {
    const columns = {
      credentials: "unique_key",
      customers: "reference",
      sessions: "account_id",
      signed_requests: "body"
    }
    const found: Record<string, unknown> = {}
    for (const [table, column] of Object.entries(columns)) {
      const { rows } = await spare.pool.query(
        `select count(*)::int as all, count(distinct id)::int as ids, count(distinct ${column})::int as values,
          bool_and(body like '{%') as bodies from countersign.${table}`
      )
      found[table] = rows[0]
    }
    const wallets = { all: 3_000, ids: 3_000, values: 3_000, bodies: true }
    expect(found).toEqual({
      credentials: wallets,
      customers: wallets,
      // Each holder has refreshed once.
      sessions: { all: 10_000, ids: 10_000, values: 5_000, bodies: true },
      signed_requests: { all: 2_000, ids: 2_000, values: SUBJECTS, bodies: true }
    })
  })

  it("has the indexes of the migration, and its originals apart from each other", async () => {
    const indexesOf = async (schema: string) => {
      const { rows } = await spare.pool.query(
        "select replace(indexdef, schemaname || '.', '') as text from pg_indexes where schemaname = $1 order by 1",
        [schema]
      )
      return rows.map(({ text }) => String(text))
    }
    await migrate(spare.pool, { schema: "fresh" })
    const indexes = await indexesOf("countersign")
    expect(indexes.length).toBeGreaterThan(collections.length)
    expect(indexes).toEqual(await indexesOf("fresh"))
    const { rows: gaps } = await spare.pool.query(
      `select min(gap)::int as gap from (
        select n - lag(n) over (order by n) as gap from (
          select id, row_number() over (order by id) as n from countersign.sessions
        ) as numbered where right(id::text, 12) > '00000fffffff') as gaps`
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
    // A look for due work is of no flow, and counts rows up to a limit.
    const own = statements.filter((text) => text.includes("countersign") && !text.includes(" as collection, 'sandbox'"))
    expect(own.length).toBeGreaterThan(3)
    // The counts are of rows that a part of the statement locked, wrote or removed.
    const ofOwnParts = /\bcount\(\*\) from (?:c|gone)\d+\b/gu
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
    expect(rows.map(({ relname }) => relname)).toEqual([
      "email_otps",
      "internal_accounts",
      "receipt_heads",
      "sessions",
      "signed_requests",
      "spent"
    ])
  })
})
