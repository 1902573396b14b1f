import type { Pool, PoolQuery } from "@countersign/postgres"
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
        query: (query, values) => {
          if (!isOfWorkers(query)) count += 1
          return typeof query === "string" ? client.query(query, values) : client.query(query)
        },
        release: (error) => client.release(error),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener)
      }
    }
  }
  return {
    pool: counted,
    statements: () => count,
    /** Makes every connection that there may be: none of them is then made while somebody measures. */
    fill: async () => {
      const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => pool.connect()))
      for (const client of clients) client.release()
    },
    analyze: () => pool.query("analyze"),
    end: () => pool.end()
  }
}

/** What the workers beside the requests send: they claim and sweep, look up where events go, and take away what is done. */
const isOfWorkers = (query: string | PoolQuery): boolean => {
  if (typeof query === "string") return /to_regclass/u.test(query)
  const { text, values } = query
  if (/\.claim\(|\.sweep\(|to_regclass/u.test(text)) return true
  // The collections of a commit are its ninth value, and those of the ids of a load its second.
  return /\.commit\(/u.test(text) ? named(values[8]).every(isOrder) : named(values[1]).includes("platform_configs")
}

const named = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const isOrder = (collection: unknown): boolean => ORDERS.some((order) => order === collection)
const ORDERS = ["code_mails", "notices", "privacy_orders", "events"]
