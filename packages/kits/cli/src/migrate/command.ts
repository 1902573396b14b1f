import {
  type MigrateOptions,
  migrate,
  migrationSql,
  migrationStatus,
  type Pool,
  prepareUpgrade
} from "@countersign/postgres"
import { Command } from "commander"
import pg from "pg"
import { withProgress } from "../during.ts"
import { EXIT, type Exit } from "../exit.ts"
import { type Json, print } from "../print.ts"
import type { Terminal } from "../Terminal.ts"

/** Opens a database connection for one command. */
export const onDatabase = async <A>(url: string | undefined, use: (pool: Pool) => Promise<A>): Promise<A> => {
  if (url === undefined || url === "") {
    throw new Error("Pass the database: DATABASE_URL=postgres://user:password@host/name, or --database-url")
  }
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 })
  // The event of a lost idle connection; the command reports it at its next query.
  pool.on("error", () => {})
  try {
    return await use(pool)
  } finally {
    await pool.end()
  }
}

export interface DatabaseOptions extends Json {
  readonly databaseUrl?: string
  readonly schema: string
}

interface UpgradeOptions extends DatabaseOptions {
  readonly pause: string
}

/** Adds the options of a command that reads a database. */
export const withDatabase = (command: Command): Command =>
  withSchema(command.option("--database-url <url>", "the database; default DATABASE_URL"))

const withSchema = (command: Command): Command =>
  command.option("--schema <name>", "the schema of the tables", "countersign")

/** `countersign migrate`: shows, applies and exports the migrations of a database. */
export const migrateCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command => {
  const withPool = <A>({ databaseUrl }: DatabaseOptions, use: (pool: Pool) => Promise<A>) =>
    onDatabase(databaseUrl ?? terminal.env.DATABASE_URL, use)

  const plan = async (options: DatabaseOptions) => {
    const states = await withPool(options, (pool) => migrationStatus(pool, options))
    const changed = states.find(({ state }) => state === "changed")
    if (changed !== undefined) {
      throw new Error(
        `${changed.name} differs from the file that schema ${options.schema} was migrated with. No migration can run.`
      )
    }
    const missing = states.filter(({ state }) => state === "missing")
    const lines = missing.map(
      ({ name, progress }) => `would ${progress === undefined ? "run" : "copy all records and run"} ${name}`
    )
    print(terminal, options, { missing: missing.map(({ name }) => name) }, lines.join("\n") || "Nothing to do.")
  }
  const upgrading = <A>(
    options: UpgradeOptions,
    what: string,
    use: (pool: Pool, options: MigrateOptions) => Promise<A>
  ) => {
    const pause = Number(options.pause)
    if (!/^[0-9]{1,6}$/u.test(options.pause)) throw new Error(`${options.pause} is no number of milliseconds`)
    return withProgress(terminal, what, (onProgress) =>
      withPool(options, (pool) => use(pool, { schema: options.schema, pause, onProgress }))
    )
  }
  const prepare = async (options: UpgradeOptions) => {
    await upgrading(options, "Copying records", prepareUpgrade)
    print(terminal, options, { isPrepared: true }, "Ready for `migrate up`.")
  }
  const up = async (options: UpgradeOptions) => {
    const ran = await upgrading(options, "Running migrations", migrate)
    print(terminal, options, { ran }, ran.map((name) => `ran ${name}`).join("\n") || "Nothing to do.")
  }
  const status = async (options: DatabaseOptions) => {
    const states = await withPool(options, (pool) => migrationStatus(pool, options))
    const isDone = states.every(({ state }) => state === "applied")
    const lines = states.map(({ name, progress, state }) =>
      [state.padEnd(8), name, ...(progress === undefined ? [] : [`(${progress})`])].join(" ")
    )
    print(terminal, options, { isDone, migrations: states }, lines.join("\n"))
    if (!isDone) exitWith(EXIT.pending)
  }
  const sql = async (options: DatabaseOptions) => {
    const text = await migrationSql(options)
    terminal.out(options.json === true ? `${JSON.stringify({ sql: text })}\n` : text)
  }

  return new Command("migrate")
    .description("Migrates the tables of the PostgreSQL store.")
    .addCommand(onDatabaseCommand("plan", "Shows which migrations `up` would run.").action(plan))
    .addCommand(
      withPause(
        onDatabaseCommand("prepare", "Copies the records of an older schema before `up`, while its nodes serve.")
      ).action(prepare)
    )
    .addCommand(
      withPause(onDatabaseCommand("up", "Runs the missing migrations. Safe to run on several nodes at once.")).action(
        up
      )
    )
    .addCommand(
      onDatabaseCommand("status", "Shows the applied migrations. Exits with 3 if one is missing.").action(status)
    )
    .addCommand(
      withSchema(new Command("sql"))
        .description("Prints all migrations as SQL, for another migration tool.")
        .action(sql)
    )
}

const withPause = (command: Command): Command =>
  command.option("--pause <ms>", "milliseconds between two steps of an upgrade", "0")

const onDatabaseCommand = (name: string, description: string): Command =>
  withDatabase(new Command(name)).description(description)
