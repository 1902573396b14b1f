import type { RunStatement } from "./prepared.ts"

/** Milliseconds of the clock of the database, as SQL. */
export const CLOCK = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint"

/**
 * The clock of the database, extrapolated with the monotonic clock of this process. Each response that contains its time
 * bounds the difference of the two: the database read its clock after the statement was sent, and before its response
 * arrived. The difference stays where it is within these bounds, and otherwise moves to the nearer one.
 */
export const databaseClock = (monotonic = () => performance.now()) => {
  let ahead: number | undefined
  const measured = (at: number, sent: number): void => {
    const [least, most] = [at - monotonic(), at + 1 - sent]
    ahead = ahead === undefined ? (least + most) / 2 : Math.min(Math.max(ahead, least), most)
  }
  return {
    /** The time of the database, or undefined before it was measured. */
    now: (): number | undefined => (ahead === undefined ? undefined : Math.floor(monotonic() + ahead)),
    measured,
    /** Runs statements, and measures with each response that has the column `now`. */
    measuring: (run: RunStatement): RunStatement =>
      Object.assign(
        async (...[statement, until, isWanted]: Parameters<RunStatement>) => {
          let sent = monotonic()
          const answer = await run(statement, until, () => {
            // The wait for a connection, which may be a new one, is no part of the round trip.
            sent = monotonic()
            return isWanted?.() ?? true
          })
          const at = answer.rows[0]?.now
          if (typeof at === "string") measured(Number(at), sent)
          return answer
        },
        { remembers: run.remembers }
      )
  }
}
