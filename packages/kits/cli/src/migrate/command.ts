import { migrate, migrationSql, migrationStatus, type Pool } from "@countersign/postgres"
import { Command } from "commander"
import pg from "pg"
import { withProgress } from "../during.ts"
import { EXIT, type Exit } from "../exit.ts"
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

interface Options {
  readonly databaseUrl?: string
  readonly schema: string
  readonly json?: boolean
}

/** `countersign migrate`: shows, applies and exports the migrations of a database. */
export const migrateCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command => {
  const output = (options: Options, json: object, lines: ReadonlyArray<string>) =>
    terminal.out(options.json === true ? `${JSON.stringify(json)}\n` : lines.map((line) => `${line}\n`).join(""))
  const withPool = <A>({ databaseUrl }: Options, use: (pool: Pool) => Promise<A>) =>
    onDatabase(databaseUrl ?? terminal.env.DATABASE_URL, use)

  const plan = async (options: Options) => {
    const states = await withPool(options, (pool) => migrationStatus(pool, options))
    const changed = states.find(({ state }) => state === "changed")
    if (changed !== undefined) {
      throw new Error(
        `${changed.name} differs from the file that schema ${options.schema} was migrated with. No migration can run.`
      )
    }
    const missing = states.filter(({ state }) => state === "missing").map(({ name }) => name)
    output(options, { missing }, missing.length === 0 ? ["Nothing to do."] : missing.map((name) => `would run ${name}`))
  }
  const up = async (options: Options) => {
    const ran = await withProgress(terminal, "Running migrations", () =>
      withPool(options, (pool) => migrate(pool, options))
    )
    output(options, { ran }, ran.length === 0 ? ["Nothing to do."] : ran.map((name) => `ran ${name}`))
  }
  const status = async (options: Options) => {
    const states = await withPool(options, (pool) => migrationStatus(pool, options))
    const isDone = states.every(({ state }) => state === "applied")
    output(
      options,
      { isDone, migrations: states },
      states.map(({ name, state }) => `${state.padEnd(8)} ${name}`)
    )
    if (!isDone) exitWith(EXIT.pending)
  }
  const sql = async (options: Options) => {
    const text = await migrationSql(options)
    terminal.out(options.json === true ? `${JSON.stringify({ sql: text })}\n` : text)
  }

  return new Command("migrate")
    .description("Migrates the tables of the PostgreSQL store.")
    .addCommand(onDatabaseCommand("plan", "Shows which migrations `up` would run.").action(plan))
    .addCommand(
      onDatabaseCommand("up", "Runs the missing migrations. Safe to run on several nodes at once.").action(up)
    )
    .addCommand(
      onDatabaseCommand("status", "Shows the applied migrations. Exits with 3 if one is missing.").action(status)
    )
    .addCommand(command("sql", "Prints all migrations as SQL, for another migration tool.").action(sql))
}

const command = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option("--schema <name>", "the schema of the tables", "countersign")
    .option("--json", "write one line of JSON")

const onDatabaseCommand = (name: string, description: string): Command =>
  command(name, description).option("--database-url <url>", "the database; default DATABASE_URL")
