import type { Pool } from "@countersign/postgres"
import pg from "pg"

/** One connection for one command. Its errors name the server and the user, never the password. */
export const onDatabase = async <A>(url: string | undefined, use: (pool: Pool) => Promise<A>): Promise<A> => {
  if (url === undefined || url === "") {
    throw new Error("Name the database: DATABASE_URL=postgres://user:password@host/name, or --database-url")
  }
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 })
  // A connection that is lost while it is idle says so here; the command itself says so where it matters.
  pool.on("error", () => {})
  try {
    return await use(pool)
  } catch (error) {
    throw new Error(messageOf(error), { cause: error })
  } finally {
    await pool.end()
  }
}

/** Node puts several failed addresses of one host into an error without a message. */
const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ")
  if (error instanceof Error && "code" in error && error.code === "ERR_INVALID_URL") return NO_URL
  return error instanceof Error ? error.message : String(error)
}

/** What stands there is not repeated: there is a password in it. */
const NO_URL = "The address of the database is no URL. In a user or password, spell / # @ : % as %2F %23 %40 %3A %25"
