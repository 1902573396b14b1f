import type { Pool } from "@countersign/postgres"
import pg from "pg"

/** One connection for one command. */
export const onDatabase = async <A>(url: string | undefined, use: (pool: Pool) => Promise<A>): Promise<A> => {
  if (url === undefined || url === "") {
    throw new Error("Name the database: DATABASE_URL=postgres://user:password@host/name, or --database-url")
  }
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 })
  // A connection that is lost while it is idle says so here; the command itself says so where it matters.
  pool.on("error", () => {})
  try {
    return await use(pool)
  } finally {
    await pool.end()
  }
}
