import { randomInt } from "node:crypto"
import { availableParallelism } from "node:os"
import { SignedRequest, Store } from "@countersign/core/internal"
import { postgres } from "@countersign/postgres"
import { Effect } from "effect"
import type pg from "pg"
import { callerOf } from "./caller.ts"
import { flows } from "./flows.ts"
import { type Effort, type Grown, growth, quantile, type Row } from "./growth.ts"
import { holderOf, type Population, populationOf } from "./Population.ts"
import { type Cluster, type Seeded, seed } from "./seed.ts"
import { type Service, serviceOn } from "./service.ts"
import { LIFETIME } from "./templates.ts"

/** The duration of a sweep, and its effect on a concurrent signed leg. Times are in milliseconds. */
interface Swept {
  readonly sessions: number
  readonly removed: number
  readonly perSecond: number
  readonly legP50Before: number
  readonly legP50: number
  readonly legP95: number
}

/** Moves the expiry of the oldest requests back, because nothing is swept before its expiry by the database clock. */
const age = async (pool: pg.Pool, by: number, count: number): Promise<void> => {
  await pool.query(
    `update countersign.records set expires_at = expires_at - $1::bigint where (collection, environment, id) in (
       select collection, environment, id from countersign.records
       where collection = $2 and expires_at is not null order by expires_at limit $3)`,
    [by, SignedRequest.signedRequests.name, count]
  )
}

/** The batch size of a service's sweep. */
const BATCH = 500

/** Sweeps consumed requests after their expiry, in batches as a service does. */
export const sweeping = async (
  { population, service }: { readonly population: Population; readonly service: Service },
  pool: pg.Pool,
  count: number
): Promise<Swept> => {
  const [leg] = flows
  if (leg === undefined) throw new Error("scale: there are no flows")
  const timed = async (): Promise<number> => {
    const holder = holderOf(population, randomInt(population.sessions))
    const caller = callerOf(service, holder)
    await leg.run(caller, holder)
    return caller.spent()
  }
  const before: Array<number> = []
  for (let n = 0; n < LEGS; n += 1) before.push(await timed())

  const store = await Effect.runPromise(Effect.provide(Store, postgres({ pool, timeout: 60_000 })))
  const over = Date.now()
  await age(pool, population.since + population.requests + LIFETIME - over, count)
  const during: Array<number> = []
  let removed = 0
  let isOver = false
  const began = performance.now()
  const sweep = async () => {
    for (let swept = BATCH; swept > 0 && removed < count; removed += swept) {
      swept = await Effect.runPromise(store.sweep([SignedRequest.signedRequests], over, BATCH))
    }
    isOver = true
  }
  const legs = async () => {
    while (!isOver) during.push(await timed())
  }
  await Promise.all([sweep(), legs()])
  return {
    sessions: population.sessions,
    removed,
    perSecond: removed / ((performance.now() - began) / 1000),
    legP50Before: quantile(before, 0.5),
    legP50: quantile(during, 0.5),
    legP95: quantile(during, 0.95)
  }
}

const LEGS = 100

export interface Size {
  readonly sessions: number
  readonly requests: number
}

export interface Plan extends Effort {
  readonly sizes: ReadonlyArray<Size>
  /** The number of consumed requests to sweep at each size. */
  readonly sweep: number
  readonly tell: (line: string) => void
}

/** Seeds one database per size, then measures all of them in one run. */
export const measure = async (cluster: Cluster, { holders, rounds, sizes, sweep, tell }: Plan): Promise<Report> => {
  const seeded: Array<Population & Seeded> = []
  for (const size of sizes) {
    seeded.push(await seededOn(cluster, size))
    tell(`${size.sessions} sessions and ${size.requests} requests have been seeded`)
  }
  const databases = seeded.map((population) => opened(cluster, population))
  try {
    const rows = await growth(databases, { holders, rounds })
    tell("every flow has been measured at every size")
    const swept: Array<Swept> = []
    for (const database of databases) swept.push(await sweeping(database, database.spare, sweep))
    return {
      node: process.versions.node,
      postgres: await versionOf(databases),
      cores: availableParallelism(),
      seeded,
      rows,
      swept
    }
  } finally {
    for (const database of databases) await database.close()
  }
}

const databaseOf = (sessions: number): string => `sessions_${sessions}`

/** The age of the oldest record in milliseconds. It is large enough that no record lies in the future. */
const AGE = 4 * 60 * 60 * 1000

const seededOn = async (cluster: Cluster, { requests, sessions }: Size): Promise<Population & Seeded> => {
  const population = populationOf(sessions, Date.now() - AGE, requests)
  await cluster.create(databaseOf(sessions))
  const pool = cluster.pool(databaseOf(sessions), { max: 2 })
  try {
    return { ...population, ...(await seed(pool, population)) }
  } finally {
    await pool.end()
  }
}

const opened = (cluster: Cluster, population: Population) => {
  const pool = cluster.pool(databaseOf(population.sessions), { max: 1 })
  const spare = cluster.pool(databaseOf(population.sessions), { max: 1 })
  const service = serviceOn(pool)
  const grown: Grown = { population, pool, service }
  return {
    ...grown,
    spare,
    close: async () => {
      await service.close()
      await Promise.all([pool.end(), spare.end()])
    }
  }
}

const versionOf = async ([first]: ReadonlyArray<Grown>): Promise<string> => {
  const answer = await first?.pool.query<{ version: string }>("select current_setting('server_version') as version")
  return answer?.rows[0]?.version ?? ""
}

/** All results of a run, as stored in `docs/generated/scale.json`. */
interface Report {
  readonly node: string
  readonly postgres: string
  readonly cores: number
  readonly seeded: ReadonlyArray<Population & Seeded>
  readonly rows: ReadonlyArray<Row>
  readonly swept: ReadonlyArray<Swept>
}

/** The report as a Markdown page. */
export const printed = ({ cores, node, postgres, rows, seeded, swept }: Report): string => {
  const sizes = [...new Set(rows.map(({ sessions }) => sessions))].toSorted((a, b) => a - b)
  const names = [...new Set(rows.map(({ flow }) => flow))]
  const of = (flow: string, sessions: number) => rows.find((row) => row.flow === flow && row.sessions === sessions)
  const [least = 0, most = 0] = [sizes.at(0), sizes.at(-1)]
  const growthOf = `${counted(most)} to ${counted(least)}`
  const ratio = (flow: string, figure: "p50" | "pages"): string =>
    fixed((of(flow, most)?.[figure] ?? Number.NaN) / (of(flow, least)?.[figure] ?? Number.NaN), 2)
  return `<!-- Written by npm run bench:scale. -->

# Growth

The cost of each flow as the tables grow. One run measured all sizes in turn, with one user at a time who called the
handler in process, for session holders from all parts of the tables. Compare figures within a row only: the machine had
other load.
Node ${node}, PostgreSQL ${postgres}, ${cores} cores.

## Time

Median milliseconds by number of active sessions, with p95 in parentheses.

${table(
  ["Flow", ...sizes.map(counted), growthOf],
  names.map((flow) => [
    flow,
    ...sizes.map((size) => `${fixed(of(flow, size)?.p50)} (${fixed(of(flow, size)?.p95)})`),
    ratio(flow, "p50")
  ])
)}

The first run of a holder may read pages from disk. Median milliseconds of first runs:

${table(
  ["Flow", ...sizes.map(counted)],
  names.map((flow) => [flow, ...sizes.map((size) => fixed(of(flow, size)?.firstP50))])
)}

## Pages

Pages of 8 KiB that one run of a flow read, from memory or from disk. Number of sequential scans:
${rows.reduce((sum, { tableScans }) => sum + tableScans, 0)}, over all flows and sizes.

${table(
  ["Flow", ...sizes.map(counted), growthOf],
  names.map((flow) => [flow, ...sizes.map((size) => fixed(of(flow, size)?.pages, 0)), ratio(flow, "pages")])
)}

## Sweeping

Consumed requests were swept in batches of 500 without a pause, while one user sent first legs without a pause.

${table(
  ["Sessions", "Removed", "Removed per second", "Leg before, p50 ms", "Leg during the sweep, p50 ms", "p95 ms"],
  swept.map((one) => [
    counted(one.sessions),
    counted(one.removed),
    counted(Math.round(one.perSecond)),
    fixed(one.legP50Before),
    fixed(one.legP50),
    fixed(one.legP95)
  ])
)}

## The databases

${table(
  ["Sessions", "Consumed requests", "Wallets", "Tables, GB", "Indexes, GB", "Seeded in, min"],
  seeded.map((one) => [
    counted(one.sessions),
    counted(one.requests),
    counted(one.accounts),
    fixed(one.tableBytes / 1e9, 2),
    fixed(one.indexBytes / 1e9, 2),
    fixed(one.seconds / 60)
  ])
)}
`
}

const table = (head: ReadonlyArray<string>, lines: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map((_, n) => (n === 0 ? "---" : "---:")), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const counted = (value: number): string => value.toLocaleString("en-US")
const fixed = (value: number | undefined, digits = 1): string => (value ?? Number.NaN).toFixed(digits)
