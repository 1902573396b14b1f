import { StoreUnavailable } from "@countersign/core"

/** The commit was rolled back for the sake of another: certainly not done, so it may be tried again as it is. */
export const isRolledBack = (error: unknown): boolean => ["40001", "40P01"].includes(codeOf(error) ?? "")

/** A prepared statement is not there, is someone else's, or is older than the tables: certainly not done. */
export const isForgotten = (error: unknown): boolean => ["26000", "42P05", "0A000"].includes(codeOf(error) ?? "")

/** A commit met a key, a record or a deadline that came meanwhile: nothing was written, and it is to be judged anew. */
export const isRefused = (error: unknown): boolean => ["23505", "CS002"].includes(codeOf(error) ?? "")

/** The connection is gone, or no longer worth trusting. */
export const isConnectionLost = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === undefined || LOST.includes(code.slice(0, 2))
}

/** A failure of the database itself, which would meet any other statement too, or of which the outcome is unknown. */
export const isShared = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === undefined || (UNAVAILABLE.includes(code.slice(0, 2)) && !isRolledBack(error))
}

/** The failure of a statement. What the program did wrong is thrown on, and so dies: no caller could do anything. */
export const unavailable = (schema: string, error: unknown): StoreUnavailable => {
  const code = codeOf(error)
  if (code === undefined) return new StoreUnavailable({ cause: error })
  if (MISSING.includes(code)) {
    return new StoreUnavailable({ because: "unmigrated", cause: new Error(advice(schema), { cause: error }) })
  }
  if (code === FORBIDDEN) {
    return new StoreUnavailable({
      cause: new Error(`postgres: the role may not use schema ${schema}`, { cause: error })
    })
  }
  if (UNAVAILABLE.includes(code.slice(0, 2)) || code === READ_ONLY) return new StoreUnavailable({ cause: error })
  throw error
}

/** What to do about tables that are not there. */
export const advice = (schema: string): string =>
  `postgres: the tables are missing from schema ${schema}; run npx countersign migrate up --schema ${schema}, ` +
  `or call migrate(pool, { schema: ${JSON.stringify(schema)} }) of @countersign/postgres`

/** Classes of SQLSTATE: connection, operator intervention, system, internal. */
const LOST = ["08", "57", "58", "XX"]
/** And: authorization, rollback, resources, lock not available, no such database. */
const UNAVAILABLE = [...LOST, "28", "3D", "40", "53", "55"]
/** A replica, after a failover that the pool has not noticed. */
const READ_ONLY = "25006"
/** Tables are there, and belong to another role that has not granted their use. */
const FORBIDDEN = "42501"
/** No such table, schema or function. */
const MISSING = ["42P01", "3F000", "42883"]

/** The SQLSTATE, which tells that the server answered. Node's own failures have codes of another form, or none. */
const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined
  return /^[0-9A-Z]{5}$/u.test(error.code) ? error.code : undefined
}
