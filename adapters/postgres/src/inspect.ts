import { Effect } from "effect"
import { advice } from "./failures.ts"
import type { Pool } from "./Pool.ts"
import { runStatement } from "./runStatement.ts"
import { schemaName } from "./schemaName.ts"

/**
 * Looks once at what the database promises, and warns of what is not as it should be. A database that does not answer
 * yet is no reason to warn: the first request will tell.
 */
export const inspect = (pool: Pool, schema: string, timeout: number): Effect.Effect<void> =>
  Effect.tryPromise(() => shortcomings(pool, { schema, timeout })).pipe(
    Effect.flatMap((found) => Effect.forEach(found, ({ message }) => Effect.logWarning(message), { discard: true })),
    Effect.ignore
  )

/** Something about a database that a store should not stand on. */
export interface Shortcoming {
  /** `tables`, or the setting of the database that is off. */
  readonly what: string
  readonly message: string
}

/** What is not as it should be with the database of a store. Rejects where it does not answer. */
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

/** Each may be turned off for speed; then an acknowledged commit may be gone after a crash (I11). */
const SETTINGS = [
  [
    "synchronous_commit",
    "so commits of other tables may be lost in a crash; those of this store turn it on themselves"
  ],
  ["fsync", "so a crash of the machine may lose or corrupt all there is; turn it on wherever data matters"],
  ["full_page_writes", "so a crash of the machine may corrupt pages; turn it on wherever data matters"]
] as const
