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

/**
 * What the workers beside the requests send: they claim and sweep, look up where events go, and take away what is done.
 * A request's own commit begins with another record, and its own load reads others too.
 */
const isOfWorkers = (text: string, values: ReadonlyArray<unknown> = []): boolean =>
  /skip locked|\.sweep\(|to_regclass/u.test(text) ||
  (values.includes("platform_configs") && !values.includes("credentials")) ||
  values.some((value) => typeof value === "string" && DONE_WITH.test(value))

const DONE_WITH = /^\[\{"op":"(remove|replace)","collection":"(code_mails|notice_mails|privacy_orders|events)"/u
