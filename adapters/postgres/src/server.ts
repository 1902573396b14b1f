import { isConnectionLost } from "./failures.ts"
import type { Pool } from "./Pool.ts"
import { type Measured, type RunStatement, suspect } from "./Statement.ts"

/** Milliseconds of the clock of the database, as SQL. */
export const CLOCK = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint"

/**
 * The clock of the database, extrapolated with the monotonic clock of this process. Each response that contains its time
 * bounds the difference of the two: the database read its clock after the statement was sent, and before its response
 * arrived. The difference stays where it is within these bounds, and otherwise moves to the nearer one.
 */
export const databaseClock = (monotonic = () => performance.now()) => {
  let ahead: number | undefined
  const measured: Measured = (at, sent) => {
    const [least, most] = [at - monotonic(), at + 1 - sent]
    ahead = ahead === undefined ? (least + most) / 2 : Math.min(Math.max(ahead, least), most)
  }
  /** The time of the database, or undefined before it was measured. */
  const now = (): number | undefined => (ahead === undefined ? undefined : Math.floor(monotonic() + ahead))
  return { measured, now }
}

/**
 * The history that the server writes. It changes when a standby is promoted or a backup is restored: records may then
 * have other contents at the same version, so nothing may be decided from a cache.
 */
export const timelineOf = (
  pool: Pool,
  run: (text: string) => ReturnType<RunStatement>,
  changed: (from: string, to: string) => void
) => {
  let history: string | undefined
  let current: string | undefined
  let text = WITH_HISTORY
  return {
    /** Undefined before the first read, and on an engine that has no timelines. */
    current: () => current,
    /** Reads the state of the server, and its time. Calls `changed` first if it has another history. */
    read: async () => {
      const { rows } = await run(text).catch((error: unknown) => {
        // An engine without these functions, or a role that may not call them.
        if (isConnectionLost(error) || text === WITHOUT_HISTORY) throw error
        text = WITHOUT_HISTORY
        return run(text)
      })
      const [{ history: found = null, now = null, timeline = null, unwritable = null } = {}] = rows
      // A connection to a read-only server serves reads, so one to the old server may have passed its check.
      if (unwritable === "true" || (history ?? found) !== found) suspect(pool)
      if (found !== null && timeline !== null) {
        current = timeline
        if (history !== undefined && history !== found) changed(history, found)
        history = found
      }
      return { canWrite: unwritable !== "true", now: Number(now) }
    }
  }
}

/** The timeline of the server, as SQL. Fails on a standby. */
export const TIMELINE = "left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)"

const WITHOUT_HISTORY = `select ${CLOCK}::text as now,
  (pg_is_in_recovery() or current_setting('transaction_read_only') = 'on')::text as unwritable`

const WITH_HISTORY = `select s.*, s.timeline || '/' || c.system_identifier as history from (
  ${WITHOUT_HISTORY}, case when not pg_is_in_recovery() then ${TIMELINE} end as timeline
) as s, pg_control_system() as c`
