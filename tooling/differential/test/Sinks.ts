import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type pg from "pg"

/** Every place to which a service writes data, except the response to the caller. */
export const SINKS = [
  "log lines",
  "traces",
  "metrics",
  "exported logs",
  "refusals",
  "webhooks",
  "mails",
  "database",
  "write-ahead log",
  "command line"
] as const
export type Sink = (typeof SINKS)[number]

/** Records the data that is written to each sink. */
export const makeSinks = () => {
  const reported = new Map<Sink, Array<Uint8Array>>(SINKS.map((sink) => [sink, []]))
  return {
    tell: (sink: Sink, ...printed: ReadonlyArray<string | Uint8Array>): void => {
      for (const each of printed) reported.get(sink)?.push(typeof each === "string" ? Buffer.from(`${each}\n`) : each)
    },
    bytesOf: (sink: Sink): Uint8Array => Buffer.concat(reported.get(sink) ?? [])
  }
}
export type Sinks = ReturnType<typeof makeSinks>

/** The write-ahead log. It contains every row version, including deleted rows. */
export const walOf = async (pool: pg.Pool): Promise<ReadonlyArray<Uint8Array>> => {
  await pool.query("checkpoint")
  const { rows } = await pool.query("show data_directory")
  const folder = join(String(rows[0]?.data_directory), "pg_wal")
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(folder, name)))
}
