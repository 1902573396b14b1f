import { isConnectionLost } from "./failures.ts"
import type { Answer, Pool, PoolClient, PoolQuery } from "./Pool.ts"

/**
 * Runs one statement on a connection of the pool, all before the instant `until` of `performance.now()`. The clock runs
 * here: a server that froze keeps no time limit of its own. A connection that did not answer in time is closed, as its
 * answer may yet come.
 */
export const runStatement = (pool: Pool, until: number, query: PoolQuery): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let lent: PoolClient | undefined
    let isOver = false
    /** Whether this is the end of it; whatever comes after the first comes too late. */
    const ends = (lost?: Error): boolean => {
      if (isOver) return false
      isOver = true
      clearTimeout(timer)
      if (lent !== undefined) settle(lent, lost)
      return true
    }
    const timer = setTimeout(() => {
      const error = noAnswer()
      if (ends(error)) reject(error)
    }, until - performance.now())
    const fail = (error: unknown): void => {
      if (ends(isConnectionLost(error) ? asError(error) : undefined)) reject(error)
    }
    const answer = (found: Answer): void => {
      if (ends()) resolve(found)
    }
    const run = (client: PoolClient): void => {
      if (isOver) {
        // It arrived too late, and goes back unused.
        client.release()
        return
      }
      lent = client
      // A checked-out connection tells its loss as an event too, and an event that nobody hears ends the process.
      client.on("error", ignore)
      client.query(query).then(answer, fail)
    }
    pool.connect().then(run).catch(fail)
  })

export const noAnswer = (): Error => new Error("postgres: no answer in time")

const settle = (client: PoolClient, lost?: Error): void => {
  client.release(lost)
  // One that is being closed may still speak.
  if (lost === undefined) client.removeListener("error", ignore)
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const ignore = (): void => {}
