import { StoreUnavailable } from "@countersign/core"

/** A serialization failure or a deadlock: nothing was written, so the statement can be retried unchanged. */
export const isRolledBack = (error: unknown): boolean => ["40001", "40P01"].includes(codeOf(error))

/** A prepared statement is missing, has another text, or is outdated after DDL: the statement did not run. */
export const isForgotten = (error: unknown): boolean =>
  ["26000", "42P05", "0A000"].includes(codeOf(error)) || isRenamed(error)

/** `pg` sends no second text under a name. A tool that adds a comment to each statement causes this. */
const isRenamed = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("Prepared statements must be unique")

/**
 * A unique violation, or a condition that did not hold, which fails a cast of a text of the store: nothing was written. A
 * value that fails a cast is a programming error.
 */
export const isRefused = (error: unknown): boolean =>
  codeOf(error) === "23505" || (codeOf(error) === "22P02" && String(error).includes(REFUSAL))

/** Begins the text of a cast that the store lets fail. */
export const REFUSAL = "countersign: "

/** The server has another history than the one that the caller has read from, which fails a cast to a date: nothing was written. */
export const isMoved = (error: unknown): boolean => codeOf(error) === "22007"

/** The connection is lost, in an unknown state, or to a server that cannot write, and must be closed. */
export const isConnectionLost = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === NONE ? !isRenamed(error) : LOST.includes(code.slice(0, 2)) || code === RECOVERING
}

/**
 * The connection cannot run any statement of the store: its transaction is read-only or failed, or it was idle for too
 * long. The statement did not run, so it can be sent again on another connection.
 */
export const isUnfit = (error: unknown): boolean => ["25006", "25P02", "57P05", RECOVERING].includes(codeOf(error))

/** A failure that affects every call of the batch: the database is unavailable, or the outcome is unknown. */
export const isShared = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === NONE || isMoved(error) || (UNAVAILABLE.includes(code.slice(0, 2)) && !isRolledBack(error))
}

/**
 * Maps the failure of a statement to `StoreUnavailable`. Rethrows programming errors, which become defects, because a
 * caller cannot handle them.
 */
export const unavailable = (schema: string, error: unknown): StoreUnavailable => {
  const code = codeOf(error)
  if (MISSING.includes(code)) {
    return new StoreUnavailable({ because: "unmigrated", cause: new Error(advice(schema), { cause: error }) })
  }
  if (code === FORBIDDEN) {
    const what = `postgres: the role has no privileges on schema ${schema}; grant it access or connect as another role`
    return new StoreUnavailable({ cause: new Error(what, { cause: error }) })
  }
  if (code === NONE || code === MOVING || UNAVAILABLE.includes(code.slice(0, 2))) {
    return new StoreUnavailable({ cause: error })
  }
  throw error
}

/** The message for missing tables, with the command that creates them. */
export const advice = (schema: string): string =>
  `postgres: the tables are missing from schema ${schema}; run npx @countersign/cli migrate up --schema ${schema}, ` +
  `or call migrate(pool, { schema: ${JSON.stringify(schema)} }) of @countersign/postgres`

/**
 * SQLSTATE classes: connection exception, invalid transaction state, operator intervention, system error, internal
 * error. No statement of the store changes the state of a transaction, so an invalid one is that of the connection: a
 * server that was demoted is read-only (25006), and a transaction that its last user left open has failed (25P02).
 */
const LOST = ["08", "25", "57", "58", "XX"]
/** Also: invalid authorization, unknown database, transaction rollback, insufficient resources, lock not available. */
const UNAVAILABLE = [...LOST, "28", "3D", "40", "53", "55"]
/** Object not in prerequisite state: a function that needs a primary ran on a standby. */
const RECOVERING = "55000"
/** Insufficient privilege: the tables belong to another role that has not granted access. */
const FORBIDDEN = "42501"
/** Check violation: the environment is moving to another database, and nothing was written. */
const MOVING = "23514"
/** Undefined table, schema, function or column. */
const MISSING = ["42P01", "3F000", "42883", "42703"]

/** The error does not come from the server. Errors of Node.js have other codes than SQLSTATEs, or none. */
const NONE = ""

/** The SQLSTATE of an error of the server. */
const codeOf = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? error.code : NONE
  return typeof code === "string" && /^[0-9A-Z]{5}$/u.test(code) ? code : NONE
}
