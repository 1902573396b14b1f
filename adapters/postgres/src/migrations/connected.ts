import type { Pool, PoolClient } from "../Pool.ts"
import { explained } from "./explained.ts"

/** A connection of the pool, or an error that says what to do about it. */
export const connected = async (pool: Pool): Promise<PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    throw explained(error)
  }
}
