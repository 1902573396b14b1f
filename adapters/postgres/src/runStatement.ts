import { isConnectionLost } from "./failures.ts"
import type { Answer, Pool, PoolClient, PoolQuery } from "./Pool.ts"

/**
 * Runs one statement on a connection of the pool. Rejects at the instant `until` of `performance.now()`. The timeout is
 * measured in this process, because a frozen server does not enforce one. A connection that timed out is closed,
 * because its result may still arrive.
 */
export const runStatement = (pool: Pool, until: number, query: PoolQuery): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let lent: PoolClient | undefined
    let isOver = false
    /** Finishes the call and returns true the first time, and false after that. */
    const ends = (lost?: Error): boolean => {
      if (isOver) return false
      isOver = true
      clearTimeout(timer)
      if (lent !== undefined) release(lent, lost)
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
        // The connection arrived after the timeout, and is released unused.
        client.release()
        return
      }
      lent = client
      // A lost connection also emits an error event, and an unhandled error event terminates the process.
      client.on("error", ignore)
      client.query(query).then(answer, fail)
    }
    pool.connect().then(run).catch(fail)
  })

export const noAnswer = (): Error => new Error("postgres: the database did not respond within the timeout")

const release = (client: PoolClient, lost?: Error): void => {
  client.release(lost)
  // After a loss the listener remains, because a connection that is being closed may still emit errors.
  if (lost === undefined) client.removeListener("error", ignore)
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const ignore = (): void => {}
