import type { Flow } from "../flows/Flow.ts"
import { ownFlows } from "../flows/index.ts"
import { inTurn, quantile } from "../run/figures.ts"
import { table, two } from "../run/report.ts"
import type { Population, Service, seed } from "./seed.ts"

/** A seeded database, and the service on it. */
export type Grown = { readonly population: Population; readonly service: Service }

/** So many subjects run each flow once, and then the flow runs `rounds` times per subject. */
export type Effort = Readonly<Record<"rounds" | "subjects", number>>

/** Runs every flow on all databases in turn, so that other load on the machine affects all of them equally. */
export const growth = async (databases: ReadonlyArray<Grown>, effort: Effort) => {
  const rows = []
  for (const flow of ownFlows) rows.push(...(await grownBy(flow, databases, effort)))
  return rows
}

/**
 * The cost of one flow on each database. Times are milliseconds of the service, and those of the first runs may include
 * reads from disk. Pages are those of 8 KiB that a run read, from memory or from disk.
 */
const grownBy = async (flow: Flow, databases: ReadonlyArray<Grown>, { rounds, subjects }: Effort) => {
  const runs = await Promise.all(databases.map(({ service }) => timedRuns(service, flow, subjects)))
  const first = await inTurn(runs, { rounds: subjects }, (run) => run())
  const before = await Promise.all(databases.map(({ service }) => readsOf(service)))
  const times = await inTurn(runs, { rounds: subjects * rounds }, (run) => run())
  const after = await Promise.all(databases.map(({ service }) => readsOf(service)))
  return databases.map(({ population: { sessions } }, at) => {
    const [own = [], reads = NONE, old = NONE] = [times[at], after[at], before[at]]
    const time = { p50: quantile(own, 0.5), p95: quantile(own, 0.95), firstP50: quantile(first[at] ?? [], 0.5) }
    const pages = (reads.pages - old.pages) / own.length
    return { flow: flow.name, sessions, ...time, pages, tableScans: reads.scans - old.scans }
  })
}
type Row = Awaited<ReturnType<typeof grownBy>>[number]

const NONE = { pages: Number.NaN, scans: Number.NaN }

/** Runs a flow for the next of so many subjects, and returns the milliseconds of the service. */
const timedRuns = async ({ subjects: all, target }: Service, { open }: Flow, subjects: number) => {
  // One user of so many has this share of all subjects.
  const { run } = await open(target, 0, Math.max(1, Math.floor(all.length / 2 / subjects)))
  return async (): Promise<number> => {
    let consumed = 0
    target.meter = async (calls) => {
      const began = performance.now()
      await calls()
      consumed += performance.now() - began
    }
    await run()
    return consumed
  }
}

/**
 * Read statistics of the tables. The planner scans a table of a few pages, such as a queue, because its index has as many: such
 * scans are not counted. The connection of the service must flush them before they can be read.
 */
const readsOf = async ({ pool }: Service): Promise<typeof NONE> => {
  await pool.query("select pg_stat_force_next_flush()")
  const { rows } = await pool.query<typeof NONE>(READS)
  return rows[0] ?? NONE
}

const READS = `select sum(seq_scan) filter (where pg_relation_size(relid) > 10 * 8192)::float8 as scans,
  sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::float8 as pages
from pg_statio_user_tables join pg_stat_user_tables using (relid) where pg_stat_user_tables.schemaname = 'countersign'`

/** All results of a run, as stored in `docs/generated/scale.json`. */
export interface Report {
  readonly where: string
  readonly seeded: ReadonlyArray<Omit<Awaited<ReturnType<typeof seed>>, "subjects">>
  readonly rows: ReadonlyArray<Row>
}

export const printed = ({ rows, seeded, where }: Report): string => {
  const sizes = [...new Set(rows.map(({ sessions }) => sessions))].toSorted((a, b) => a - b)
  const most = sizes.at(-1) ?? 0
  const of = (flow: string, sessions: number) => rows.find((row) => row.flow === flow && row.sessions === sessions)
  const byFlow = (cell: (row: Row) => string, figure: "firstP50" | "p50" | "pages") =>
    table(
      ["Flow", ...sizes.map(counted), `${counted(most)} to ${counted(sizes[0])}`],
      [...new Set(rows.map(({ flow }) => flow))].map((flow) => {
        const cells = sizes.flatMap((size) => of(flow, size) ?? []).map(cell)
        return [flow, ...cells, two((of(flow, most)?.[figure] ?? 0) / (of(flow, sizes[0] ?? 0)?.[figure] ?? 0))]
      })
    )
  return `<!-- Written by npm run bench:scale. -->

# Growth

The cost of each flow as the tables grow. One run measured all sizes in turn, with one user at a time who called the
handler in process, for subjects from all parts of the tables. Compare figures within a row only: the machine had
other load. ${where}

## Time

Median milliseconds by number of active sessions, with p95 in parentheses.

${byFlow(({ p50, p95 }) => `${p50.toFixed(1)} (${p95.toFixed(1)})`, "p50")}

The first run of a subject may read pages from disk. Median milliseconds of first runs:

${byFlow(({ firstP50 }) => firstP50.toFixed(1), "firstP50")}

## Pages

Pages of 8 KiB that one run of a flow read, from memory or from disk. Number of sequential scans:
${rows.reduce((sum, { tableScans }) => sum + tableScans, 0)}, over all flows and sizes.

${byFlow(({ pages }) => pages.toFixed(0), "pages")}

## The databases

${table(
  ["Sessions", "Consumed requests", "Tables, GB", "Indexes, GB", "Seeded in, min"],
  seeded.map(({ indexes = 0, requests, seconds, sessions, tables = 0 }) => [
    ...[counted(sessions), counted(requests), two(tables / 1e9), two(indexes / 1e9), (seconds / 60).toFixed(1)]
  ])
)}
`
}

const counted = (value = Number.NaN): string => value.toLocaleString("en-US")
