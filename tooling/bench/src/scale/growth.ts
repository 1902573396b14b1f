import { randomInt } from "node:crypto"
import type pg from "pg"
import { callerOf } from "./caller.ts"
import { type Flow, flows } from "./flows.ts"
import { type Holder, holderOf, type Population } from "./Population.ts"

import type { Service } from "./service.ts"

/** Read statistics of the tables since the database was created. */
interface Reads {
  /** Pages of tables and indexes, from memory or from disk. */
  readonly pages: number
  /** Number of sequential scans. */
  readonly tableScans: number
}

/** The statistics of the single connection of a pool. The connection must flush them before they can be read. */
const readsOf = async (pool: pg.Pool): Promise<Reads> => {
  await pool.query("select pg_stat_force_next_flush()")
  const { rows } = await pool.query<{ pages: string; scans: string }>(
    `select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::text as pages,
      sum(seq_scan)::text as scans
    from pg_statio_user_tables join pg_stat_user_tables using (relid)
    where pg_stat_user_tables.schemaname = 'countersign'`
  )
  return { pages: Number(rows[0]?.pages), tableScans: Number(rows[0]?.scans) }
}

/** A seeded database and the service on it. They share one connection, so its statistics are those of the flows. */
export interface Grown {
  readonly population: Population
  readonly pool: pg.Pool
  readonly service: Service
}

/** The cost of one flow on one database. Times are milliseconds of the service, per run. */
export interface Row {
  readonly flow: string
  readonly sessions: number
  readonly p50: number
  readonly p95: number
  /** The first run of a holder, which may read pages from disk. */
  readonly firstP50: number
  /** Pages of 8 KiB that a run read, from memory or from disk. */
  readonly pages: number
  /** Sequential scans of all runs of the flow. */
  readonly tableScans: number
}

export interface Effort {
  /** Session holders per flow, from all parts of the database. */
  readonly holders: number
  /** Runs per holder, after the first one. */
  readonly rounds: number
}

/** Runs every flow on all databases in turn, so that other load on the machine affects all of them equally. */
export const growth = async (databases: ReadonlyArray<Grown>, effort: Effort): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const flow of flows) rows.push(...(await grownBy(flow, databases, effort)))
  return rows
}

const grownBy = async (flow: Flow, databases: ReadonlyArray<Grown>, { holders, rounds }: Effort) => {
  const sides = databases.map((database) => ({
    database,
    drawn: draw(database.population, flow, holders),
    first: Array.of<number>(),
    times: Array.of<number>()
  }))
  for (let n = 0; n < holders; n += 1) for (const side of sides) side.first.push(await timed(flow, side, n))
  const before = await Promise.all(sides.map(({ database }) => readsOf(database.pool)))
  for (let n = 0; n < holders * rounds; n += 1) for (const side of sides) side.times.push(await timed(flow, side, n))
  const after = await Promise.all(sides.map(({ database }) => readsOf(database.pool)))
  return sides.map(({ database, first, times }, n): Row => {
    const pages = (after[n]?.pages ?? 0) - (before[n]?.pages ?? 0)
    return {
      flow: flow.name,
      sessions: database.population.sessions,
      p50: quantile(times, 0.5),
      p95: quantile(times, 0.95),
      firstP50: quantile(first, 0.5),
      pages: pages / times.length,
      tableScans: (after[n]?.tableScans ?? 0) - (before[n]?.tableScans ?? 0)
    }
  })
}

const timed = async (
  flow: Flow,
  side: { readonly database: Grown; readonly drawn: ReadonlyArray<Holder> },
  n: number
) => {
  const holder = side.drawn[n % side.drawn.length]
  if (holder === undefined) throw new Error("scale: a flow needs a holder")
  const caller = callerOf(side.database.service, holder)
  await flow.run(caller, holder)
  return caller.spent()
}

/** Sessions of the flow's type, drawn at random. */
const draw = (population: Population, { type }: Flow, count: number): ReadonlyArray<Holder> => {
  const drawn: Array<Holder> = []
  while (drawn.length < count) {
    const holder = holderOf(population, randomInt(population.sessions))
    if (type === undefined || holder.type === type) drawn.push(holder)
  }
  return drawn
}

/** The value below which a part of them lies. */
export const quantile = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
