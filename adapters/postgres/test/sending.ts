import type { Change, Conflict, Guard } from "@countersign/core"
import { Result } from "effect"
import type pg from "pg"
import { type Commit, commitOf } from "../src/Commit.ts"
import { committing } from "../src/commits.ts"
import type { Pool } from "../src/Pool.ts"
import { prepared, type RunStatement, resending } from "../src/Statement.ts"
import { tablesIn } from "../src/table.ts"

interface SendingOptions {
  readonly schema?: string
  /** The timeline that the node has read from. */
  readonly timeline?: string
  /** Reads the state of the server. */
  readonly read?: () => Promise<unknown>
  readonly run?: RunStatement
}

/** Sends commits without a queue: those of one call share a statement, and each call has a connection of its own. */
export const sending = (
  pool: Pool,
  { read = async () => {}, run = prepared(pool), schema = "countersign", timeline }: SendingOptions = {}
) => {
  const tables = tablesIn(`"${schema}"`)
  let readings = 0
  const reading = async () => {
    readings += 1
    await read()
    return { canWrite: true, now: 0 }
  }
  const { send } = committing({
    schema: `"${schema}"`,
    run: resending(run),
    timeline: { current: () => timeline, read: reading }
  })
  const planned = (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard> = []): Commit =>
    commitOf(tables, changes, guards)
  const sendAll = async (commits: ReadonlyArray<Commit>): Promise<ReadonlyArray<string>> =>
    (await send(commits, later())).map(worded)
  return {
    planned,
    sendAll,
    /** How often the state of the server was read. */
    readings: () => readings,
    send: async (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard> = []): Promise<string> =>
      (await sendAll([planned(changes, guards)])).join()
  }
}

const later = () => ({ until: performance.now() + 60_000 })

const worded = (outcome: Result.Result<Conflict | undefined, unknown>): string =>
  Result.isSuccess(outcome) ? (outcome.success?.because ?? "written") : String(outcome.failure)

/** Runs the statements of one connection, as part of its transaction. */
export const onClient =
  (client: pg.PoolClient): RunStatement =>
  ({ text, values }) =>
    client.query(text, [...values])

/** A pool that never lends a connection, for what needs none. */
export const noPool: Pool = { connect: () => Promise.reject(new Error("no connection is needed")) }
