import type { Pool, PoolClient } from "../Pool.ts"
import { explained } from "./explained.ts"

/** Lends one connection, and closes it after a failure: what it had begun goes with it. Its errors say what to do. */
export const onClient = async <A>(pool: Pool, use: (client: PoolClient) => Promise<A>): Promise<A> => {
  const client = await connected(pool)
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
    throw explained(error)
  }
}

const connected = async (pool: Pool): Promise<PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    throw explained(error)
  }
}

const ignore = (): void => {}
