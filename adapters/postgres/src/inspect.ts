import { Effect } from "@countersign/core/effect"
import { advice } from "./failures.ts"
import type { Pool } from "./Pool.ts"
import { runStatement } from "./Statement.ts"
import { schemaName } from "./table.ts"

/**
 * Checks the tables, privileges and settings of the database once, and logs a warning for each shortcoming. Logs
 * nothing if the database is unreachable, because the first request reports that.
 */
export const inspect = (pool: Pool, schema: string, timeout: number): Effect.Effect<void> =>
  Effect.tryPromise(() => shortcomings(pool, { schema, timeout })).pipe(
    Effect.flatMap((found) => Effect.forEach(found, ({ message }) => Effect.logWarning(message), { discard: true })),
    Effect.ignore
  )

/** A missing table, or a setting or privilege with which the store does not work or is not durable. */
export interface Shortcoming {
  /** `tables`, `execute`, `row_security`, `read_only`, or the name of the setting. */
  readonly what: string
  readonly message: string
}

/** Returns missing tables and unsuitable settings. Rejects if the database does not respond in `timeout` milliseconds. */
export const shortcomings = async (
  pool: Pool,
  { schema = "countersign", timeout = 5000 }: { readonly schema?: string; readonly timeout?: number } = {}
): Promise<ReadonlyArray<Shortcoming>> => {
  const wait = { until: performance.now() + timeout }
  const { rows } = await runStatement(pool, wait, { text: LOOK, values: [schemaName(schema)] })
  const [found = {}] = rows
  return [
    ...(found.is_migrated === "f" ? [{ what: "tables", message: advice(schema) }] : []),
    ...Object.entries({ ...SETTINGS, ...RIGHTS }).flatMap(([what, [suitable, meaning]]) => {
      const value = found[what]
      if (typeof value !== "string" || suitable.split("|").includes(value)) return []
      const setting = Object.hasOwn(SETTINGS, what) ? `${what} is ${value}, so ` : ""
      return [{ what, message: `postgres: ${setting}${meaning.replaceAll("{schema}", schema)}` }]
    })
  ]
}

type Expected = Readonly<Record<string, readonly [suitable: string, meaning: string]>>

/** With their suitable values. Without the first three, a crash or a failover can lose an acknowledged commit (I11). */
const SETTINGS: Expected = {
  synchronous_commit: [
    "on|remote_apply",
    "a crash may lose commits of other tables; commits of this store raise it to on for their own transaction"
  ],
  fsync: ["on", "a crash of the machine may lose or corrupt the whole database; turn it on in production"],
  full_page_writes: ["on", "a crash of the machine may corrupt pages; turn it on in production"],
  array_nulls: ["on", "absent values are read as the text NULL and calls fail; turn it on for the role of the service"],
  idle_session_timeout: [
    "0",
    "the server closes idle connections, and a commit that meets one is a 503; set idleTimeoutMillis of the pool below it"
  ]
}

const RIGHTS: Expected = {
  read_only: [
    "off",
    "the server is read-only or a standby, so every write is refused; connect to the primary, or turn default_transaction_read_only off"
  ],
  execute: [
    "true",
    "the role may not execute the functions of schema {schema}; run: grant execute on all functions in schema {schema}"
  ],
  row_security: [
    "false",
    "row security hides the rows of schema {schema} from this role; disable it for these tables, or give the role bypassrls"
  ]
}

const LOOK = `select
  ${Object.keys(SETTINGS)
    .map((name) => `current_setting('${name}', true) as ${name}`)
    .join(", ")},
  case when pg_is_in_recovery() then 'on' else current_setting('transaction_read_only') end as read_only,
  (select bool_and(has_function_privilege(p.oid, 'execute'))::text from pg_proc p
    where p.pronamespace = to_regnamespace($1::text)) as execute,
  (select bool_or(row_security_active(c.oid))::text from pg_class c
    where c.relnamespace = to_regnamespace($1::text) and c.relkind = 'r') as row_security,
  substr((to_regclass($1::text || '.environments') is not null)::text, 1, 1) as is_migrated`
