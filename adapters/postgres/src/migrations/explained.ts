/**
 * What kept a migration from the database, with a word on what to do. It names the server and the user, never the
 * password.
 */
export const explained = (error: unknown): Error => {
  const advice = ADVICE.get(codeOf(error))
  if (advice === undefined && !(error instanceof AggregateError)) return asError(error)
  return new Error([messageOf(error), ...(advice === undefined ? [] : [advice])].join(". "), { cause: error })
}

const NO_HOST = "No host has this name. An address looks like postgres://user:password@host:5432/database"

/** By the code of Node or of PostgreSQL: what people meet on the way to their first connection. */
const ADVICE = new Map([
  // What stands there is not repeated: there is a password in it.
  [
    "ERR_INVALID_URL",
    "The address of the database is no URL. In a user or password, spell / # @ : % as %2F %23 %40 %3A %25"
  ],
  ["ECONNREFUSED", "Nothing listens there: start PostgreSQL, or correct the host and the port"],
  ["ENOTFOUND", NO_HOST],
  ["EAI_AGAIN", NO_HOST],
  ["ETIMEDOUT", "Nothing answers there: correct the host and the port, or open the way to it"],
  ["28P01", "Correct the user or the password, or set the password of this user"],
  ["28000", "Correct the user, or let it in: pg_hba.conf of the server says who may come"],
  ["3D000", "Correct the name, or create it: createdb --encoding=UTF8 NAME"],
  ["53300", "All connections are taken: end some, or raise max_connections of the server"],
  ["42501", "Grant this user CREATE on the database, or let its owner run what `npx countersign migrate sql` prints"]
])

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/** Node puts several failed addresses of one host into an error without a message. */
const messageOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join("; ") : asError(error).message

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
