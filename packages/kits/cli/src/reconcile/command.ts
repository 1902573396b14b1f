import { readFileSync } from "node:fs"
import { postgres } from "@countersign/postgres"
import { Command, InvalidArgumentError, Option } from "commander"
import { paymentsOf, type StatementDifference } from "countersign"
import { EXIT, type Exit } from "../exit.ts"
import { type DatabaseOptions, onDatabase, withDatabase } from "../migrate/command.ts"
import { print } from "../print.ts"
import type { Terminal } from "../Terminal.ts"
import { camt053Statement } from "./camt053.ts"
import { csvStatement } from "./csv.ts"
import type { Statement } from "./Statement.ts"
import type { Decimals } from "./units.ts"

interface ReconcileOptions extends DatabaseOptions {
  readonly platform: string
  readonly mode: "sandbox" | "production"
  readonly from?: string
  readonly to?: string
  readonly decimals: Decimals
  readonly idColumn: string
  readonly paymentColumn: string
  readonly amountColumn: string
  readonly currencyColumn: string
}

/** `countersign reconcile`: compares statements of a bank with the payments in the database. */
export const reconcileCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command =>
  withDatabase(new Command("reconcile"))
    .description(
      "Compares statements of your bank with the payments. Changes nothing. Exits with 3 if there is a difference."
    )
    .argument("<files...>", "statements in CSV with a line of column names, or in ISO 20022 camt.053")
    .requiredOption("--platform <id>", "whose payments")
    .addOption(new Option("--mode <mode>", "the mode").choices(["production", "sandbox"]).default("production"))
    .option("--from <instant>", "the begin of the period, as 2026-01-31T00:00:00Z; default that of the files")
    .option("--to <instant>", "its end, inclusive; default that of the files")
    .option(
      "--decimals <code=number>",
      "the decimals of a currency that is not in ISO 4217; can be repeated",
      decimals,
      new Map()
    )
    .option("--id-column <name>", "the column with the bank's id of a booking", "booking")
    .option("--payment-column <name>", "the column with an id or a reference of the payment", "payment")
    .option("--amount-column <name>", "the column with the amount, negative if money went out", "amount")
    .option("--currency-column <name>", "the column with the currency", "currency")
    .action(async (files: ReadonlyArray<string>, options: ReconcileOptions) => {
      const statements = files.map((file) => statementIn(file, options))
      const { mode, platform, schema } = options
      const statement = {
        bookings: statements.flatMap(({ bookings }) => bookings),
        from: options.from ?? edgeOf(statements, "from"),
        to: options.to ?? edgeOf(statements, "to")
      }
      const differences = await onDatabase(options.databaseUrl ?? terminal.env.DATABASE_URL, async (pool) => {
        const payments = paymentsOf(postgres({ pool, schema, timeout: 30_000 }), { platformId: platform, mode })
        try {
          return await payments.reconcile(statement)
        } finally {
          await payments.close()
        }
      })
      const count = statement.bookings.length
      const verdict = `${count} bookings compared, ${differences.length} differences.`
      print(terminal, options, { bookings: count, differences }, [...differences.map(wordsOf), verdict].join("\n"))
      if (differences.length > 0) exitWith(EXIT.pending)
    })

const statementIn = (file: string, options: ReconcileOptions): Statement => {
  const text = readFileSync(file, "utf8")
  const { amountColumn, currencyColumn, decimals: known, idColumn, paymentColumn } = options
  const columns = { id: idColumn, payment: paymentColumn, amount: amountColumn, currency: currencyColumn }
  try {
    return /^\uFEFF?\s*</u.test(text) ? camt053Statement(text, known) : csvStatement(text, columns, known)
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** The earliest begin or the latest end of the files. */
const edgeOf = (statements: ReadonlyArray<Statement>, edge: "from" | "to"): string => {
  const edges = statements.map((statement) => Date.parse(statement[edge] ?? ""))
  if (edges.some(Number.isNaN)) {
    throw new Error(`A file does not say its period. Pass --${edge}, as 2026-01-31T00:00:00Z`)
  }
  return new Date(edge === "from" ? Math.min(...edges) : Math.max(...edges)).toISOString()
}

const wordsOf = ({ bookings, kind, ledger, statement, transactionId }: StatementDifference): string =>
  [
    kind.padEnd(9),
    transactionId ?? "no payment",
    ...(ledger === undefined ? [] : [`ledger ${ledger.amount} ${ledger.currency} ${ledger.status}`]),
    ...(statement === undefined ? [] : [`statement ${statement.amount} ${statement.currency}`]),
    ...(bookings.length === 0 ? [] : [`bookings ${bookings.join(", ")}`])
  ].join("  ")

const decimals = (text: string, before: Decimals): Decimals => {
  const [, code = "", count] = /^([A-Z0-9]{2,10})=(\d{1,2})$/u.exec(text) ?? []
  if (count === undefined || Number(count) > 18) {
    throw new InvalidArgumentError("It must be a code and a number up to 18, as USDC=6.")
  }
  return new Map([...before, [code, Number(count)]])
}
