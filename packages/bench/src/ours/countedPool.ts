import type { Pool } from "@countersign/postgres"
import pg from "pg"
import { POOL_SIZE } from "../server/poolSize.ts"

/** A host's pool that counts what is sent through it for requests: what the workers beside them look for is not. */
export const countedPool = (database: string | undefined) => {
  const pool = new pg.Pool({ connectionString: database, max: POOL_SIZE, idleTimeoutMillis: 0 })
  pool.on("error", () => {})
  let count = 0
  const counted: Pool = {
    connect: async () => {
      const client = await pool.connect()
      return {
        query: (text, values) => {
          if (!isOfWorkers(text, values)) count += 1
          return client.query(text, values)
        },
        release: (error) => client.release(error),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener)
      }
    }
  }
  return { pool: counted, statements: () => count, analyze: () => pool.query("analyze"), end: () => pool.end() }
}

/** Claiming, sweeping, and taking an order away once it is done; requests of the bench remove nothing. */
const isOfWorkers = (text: string, values: ReadonlyArray<unknown> = []): boolean =>
  /skip locked|\.sweep\(|to_regclass/u.test(text) ||
  values.some((value) => typeof value === "string" && value.startsWith('[{"op":"remove"'))
