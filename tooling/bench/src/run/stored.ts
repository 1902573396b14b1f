import { Session } from "@countersign/core/internal"
import { Effect } from "effect"
import { openStore } from "../ours/start.ts"
import type { Cluster } from "./cluster.ts"
import { spread } from "./figures.ts"
import type { Goal, Line } from "./report.ts"

type Opened = Awaited<ReturnType<typeof openStore>>

/** The bytes of the records that a run of cells left in the database of ours, and the cost of sweeping its sessions. */
export const storedLines = async (cluster: Cluster): Promise<ReadonlyArray<Line>> => {
  const opened = await openStore(cluster.urlOf("ours"))
  try {
    // The run updated some records hundreds of times: what it left is not what a record takes.
    await opened.pool?.query("vacuum (full, analyze)")
    return [...(await bytesOf(opened)), ...(await sweepOf(cluster, opened))]
  } finally {
    await opened.close()
  }
}

/** The records of a customer with a wallet, and the most bytes that each may take with its indexes. */
const RECORDS: ReadonlyArray<readonly [name: string, table: string, most?: number]> = [
  ["wallet", "internal_accounts", 1500],
  ["session", "sessions", 900],
  ["signed request", "signed_requests", 1800],
  ["customer", "customers"],
  ["credential", "credentials"]
]

const bytesOf = async ({ pool }: Opened): Promise<ReadonlyArray<Line>> => {
  const lines: Array<Line> = []
  for (const [name, table, most] of RECORDS) {
    const answer = await pool?.query<{ readonly bytes: number }>(
      `select pg_total_relation_size('countersign.${table}')::float8 / greatest(count(*), 1) as bytes from countersign.${table}`
    )
    const goal: Goal | undefined = most === undefined ? undefined : ["<=", most]
    const bytes = spread([answer?.rows[0]?.bytes ?? Number.NaN])
    lines.push({ section: "Stored", name: `${name}, with its indexes`, unit: "bytes", ...bytes, goal })
  }
  return lines
}

/** A third of the database's time for a record, and three times the records a second, of one table for all collections. */
const [MOST_MICROS, LEAST_RATE] = [5.2, 26_000]
const [EXPIRED, BATCH] = [20_000, 500]

/** Lets sessions expire and sweeps them, as a node does. */
const sweepOf = async (cluster: Cluster, { pool, store }: Opened): Promise<ReadonlyArray<Line>> => {
  const some = `select ctid from countersign.sessions limit ${EXPIRED}`
  await pool?.query(`update countersign.sessions set expires_at = 1 where ctid = any (array(${some}))`)
  await pool?.query("vacuum analyze countersign.sessions")
  const [began, before] = [performance.now(), await cluster.cpu()]
  let removed = 0
  for (let batch = BATCH; batch === BATCH; removed += batch) {
    batch = await Effect.runPromise(store.sweep([Session.sessions], Date.now(), BATCH))
  }
  const [seconds, micros] = [(performance.now() - began) / 1000, (await cluster.cpu()) - before]
  const line = { section: "Stored", name: "sweep of expired sessions" }
  return [
    { ...line, unit: "a second", ...spread([removed / seconds]), goal: [">=", LEAST_RATE] },
    { ...line, unit: "us of PostgreSQL's CPU each", ...spread([micros / removed]), goal: ["<=", MOST_MICROS] }
  ]
}
