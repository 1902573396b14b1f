import { shortcomings } from "@countersign/postgres"
import { type Finding, fails, holds } from "../Finding.ts"
import { onDatabase } from "../migrate/onDatabase.ts"

/** What a store should not stand on. */
export const examineDatabase = async (url: string, schema: string): Promise<ReadonlyArray<Finding>> => {
  try {
    const found = await onDatabase(url, (pool) => shortcomings(pool, { schema }))
    return [
      holds("DATABASE"),
      ...found.map(({ message, what }) =>
        fails(`DATABASE_${what.toUpperCase()}`, what === "tables" ? "NO_TABLES" : "OFF", message)
      )
    ]
  } catch (error) {
    // Its words may repeat the address, and with it the password.
    const { code } = { code: undefined, ...Object(error) }
    const why = typeof code === "string" && /^[A-Z0-9_]{3,30}$/u.test(code) ? ` (${code})` : ""
    const message = `The database does not answer${why}. Check DATABASE_URL: host, port, name, user and password.`
    return [fails("DATABASE", "NO_ANSWER", message)]
  }
}
