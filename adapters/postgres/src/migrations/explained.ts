import type { Pool, PoolClient } from "../Pool.ts"
import { asError, ignore } from "../Statement.ts"

/** Runs `use` on one connection. After a failure, closes it, which rolls back its transaction, and adds advice. */
export const onClient = async <A>(pool: Pool, use: (client: PoolClient) => Promise<A>): Promise<A> => {
  let client: PoolClient | undefined
  try {
    client = await pool.connect()
    // A lost connection also emits an error event, and an unhandled error event terminates the process.
    client.on("error", ignore)
    const answer = await use(client)
    client.removeListener("error", ignore)
    client.release()
    return answer
  } catch (error) {
    // The listener remains, because a connection that is being closed may still emit errors.
    client?.release(error instanceof Error ? error : new Error("postgres: the migrations failed"))
    throw explained(error)
  }
}

/**
 * Returns the error with advice on how to fix it, if there is any. The message may contain the server and the user,
 * never the password.
 */
export const explained = (error: unknown): Error => {
  const advice = ADVICE.get(codeOf(error))
  if (advice === undefined && !(error instanceof AggregateError)) return asError(error)
  return new Error([messageOf(error), ...(advice === undefined ? [] : [advice])].join(". "), { cause: error })
}

const NO_HOST = "No host has this name. A connection URL has the form postgres://user:password@host:5432/database"

/** Common connection failures, by error code of Node.js or SQLSTATE of PostgreSQL. */
const ADVICE = new Map(
  Object.entries({
    // The message does not repeat the URL, because it may contain a password.
    ERR_INVALID_URL:
      "The database URL is invalid. In the user and the password, encode / # @ : % as %2F %23 %40 %3A %25",
    ECONNREFUSED: "No server listens at this address: start PostgreSQL, or correct the host and the port",
    ENOTFOUND: NO_HOST,
    EAI_AGAIN: NO_HOST,
    ETIMEDOUT: "The server does not respond: correct the host and the port, or allow the connection in the firewall",
    "28P01": "Correct the user or the password, or set the password of this user",
    "28000": "Correct the user, or allow it in pg_hba.conf of the server",
    "3D000": "Correct the name of the database, or create it: createdb --encoding=UTF8 NAME",
    "55P03":
      "Another transaction has held a table for a minute: find it in pg_stat_activity, let it end, and run the migrations again",
    "53300": "All connections are in use: close some, or raise max_connections of the server",
    "42501":
      "Grant this user CREATE on the database, or run the output of `npx @countersign/cli migrate sql` as its owner"
  })
)

export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/** Node.js reports the failed addresses of a host as an `AggregateError` without a message. */
const messageOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join("; ") : asError(error).message
