import { Effect } from "effect"
import { advice } from "./failures.ts"
import type { Pool } from "./Pool.ts"
import { runStatement } from "./runStatement.ts"
import { schemaName } from "./schemaName.ts"

/**
 * Checks the tables and the durability settings of the database once, and logs a warning for each shortcoming. Logs
 * nothing if the database is unreachable, because the first request reports that.
 */
export const inspect = (pool: Pool, schema: string, timeout: number): Effect.Effect<void> =>
  Effect.tryPromise(() => shortcomings(pool, { schema, timeout })).pipe(
    Effect.flatMap((found) => Effect.forEach(found, ({ message }) => Effect.logWarning(message), { discard: true })),
    Effect.ignore
  )

/** A missing table or an unsafe setting of the database. */
export interface Shortcoming {
  /** `tables`, or the name of the setting that is off. */
  readonly what: string
  readonly message: string
}

/** Returns missing tables and unsafe settings. Rejects if the database does not respond in `timeout` milliseconds. */
export const shortcomings = async (
  pool: Pool,
  { schema = "countersign", timeout = 5000 }: { readonly schema?: string; readonly timeout?: number } = {}
): Promise<ReadonlyArray<Shortcoming>> => {
  const { rows } = await runStatement(pool, performance.now() + timeout, { text: LOOK, values: [schemaName(schema)] })
  const [found = {}] = rows
  return [
    ...(found.is_migrated === "f" ? [{ what: "tables", message: advice(schema) }] : []),
    ...SETTINGS.flatMap(([what, meaning]) =>
      found[what] === "off" ? [{ what, message: `postgres: ${what} is off, ${meaning}` }] : []
    )
  ]
}

const LOOK = `select
  current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync,
  current_setting('full_page_writes') as full_page_writes,
  substr((to_regclass($1::text || '.records') is not null)::text, 1, 1) as is_migrated`

/** If one of these is off, a crash can lose an acknowledged commit (I11). */
const SETTINGS = [
  [
    "synchronous_commit",
    "so a crash may lose commits of other tables; commits of this store enable it for their own transaction"
  ],
  ["fsync", "so a crash of the machine may lose or corrupt the whole database; turn it on in production"],
  ["full_page_writes", "so a crash of the machine may corrupt pages; turn it on in production"]
] as const
