import { isConnectionLost } from "./failures.ts"
import type { Answer, Pool, PoolClient } from "./Pool.ts"
import type { Statement } from "./Statement.ts"

/**
 * Runs one statement on a connection of the pool, all within `timeout` milliseconds. The clock runs here: a server that
 * froze keeps no time limit of its own. A connection that did not answer in time is closed, as its answer may yet come.
 */
export const ask = async (pool: Pool, timeout: number, { text, values }: Statement): Promise<Answer> => {
  const limit = deadline(timeout)
  try {
    const client = await connected(pool, limit.passed)
    // A checked-out connection tells its loss as an event too, and an event that nobody hears ends the process.
    client.on("error", ignore)
    try {
      const answer = await Promise.race([client.query(text, [...values]), limit.passed])
      settle(client)
      return answer
    } catch (error) {
      settle(client, isConnectionLost(error) ? asError(error) : undefined)
      throw error
    }
  } finally {
    limit.stop()
  }
}

/** A connection that arrives too late goes back unused. */
const connected = async (pool: Pool, passed: Promise<never>): Promise<PoolClient> => {
  const pending = pool.connect()
  try {
    return await Promise.race([pending, passed])
  } catch (error) {
    pending.then((client) => client.release(), ignore)
    throw error
  }
}

const settle = (client: PoolClient, error?: Error): void => {
  client.release(error)
  // One that is being closed may still speak.
  if (error === undefined) client.removeListener("error", ignore)
}

const deadline = (timeout: number) => {
  const { promise: passed, reject } = withReject()
  const timer = setTimeout(() => reject(new Error(`postgres: no answer within ${timeout} ms`)), timeout)
  return { passed, stop: () => clearTimeout(timer) }
}

const withReject = () => {
  let reject: (error: Error) => void = ignore
  const promise = new Promise<never>((_, fail) => {
    reject = fail
  })
  // It may pass while nobody waits for it.
  promise.catch(ignore)
  return { promise, reject }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const ignore = (): void => {}
