import type { Pool, PoolClient } from "../Pool.ts"

/** Lends one connection, and closes it after a failure: what it had begun goes with it. */
export const onClient = async <A>(pool: Pool, use: (client: PoolClient) => Promise<A>): Promise<A> => {
  const client = await pool.connect()
  // A checked-out connection tells its loss as an event too, and an event that nobody hears ends the process.
  client.on("error", ignore)
  try {
    const answer = await use(client)
    client.removeListener("error", ignore)
    client.release()
    return answer
  } catch (error) {
    // One that is being closed may still speak.
    client.release(error instanceof Error ? error : new Error("postgres: the migrations failed"))
    throw error
  }
}

const ignore = (): void => {}
