import { Command } from "commander"
import { EXIT, type Exit } from "../exit.ts"
import { type Finding, told } from "../Finding.ts"
import { serviceOf } from "../service/serviceOf.ts"
import type { Terminal } from "../Terminal.ts"
import { examineDatabase } from "./database.ts"
import { examineModule } from "./options.ts"
import { examineSecrets } from "./secrets.ts"
import { examineService } from "./service.ts"

interface Options {
  readonly config?: string
  readonly databaseUrl?: string
  readonly schema: string
  readonly url?: string
  readonly token?: string
  readonly json?: boolean
}

/** `countersign doctor`: what is unsafe or misconfigured in a set-up, and what to do. It shows no secret. */
export const doctorCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command =>
  new Command("doctor")
    .description("Says what is unsafe or misconfigured, and what to do; exits 3 where something is. Shows no secret.")
    .option("--config <file>", "a module that exports the options which your service gives to createCountersign")
    .option("--database-url <url>", "the database; DATABASE_URL when left out")
    .option("--schema <name>", "the schema that holds the tables", "countersign")
    .option("--url <url>", "a running service, with its version; COUNTERSIGN_URL when left out")
    .option("--token <id:secret>", "an API token of it; COUNTERSIGN_TOKEN when left out")
    .option("--json", "write one line of JSON")
    .action(async (options: Options) => {
      const { env } = terminal
      const databaseUrl = options.databaseUrl ?? env.DATABASE_URL
      const service = await serviceOf(terminal, options)
      const found: ReadonlyArray<Finding> = [
        ...(options.config === undefined ? [] : await examineModule(options.config, env)),
        ...examineSecrets(env),
        ...(databaseUrl === undefined ? [] : await examineDatabase(databaseUrl, options.schema)),
        ...(service === undefined ? [] : await examineService(service, Date.now))
      ]
      if (found.length === 0) {
        throw new Error(
          "Nothing to look at: give VAULT_KEY and SERVICE_KEY, DATABASE_URL or COUNTERSIGN_URL, as the service has them, or --config."
        )
      }
      if (!told(terminal, options, found)) exitWith(EXIT.pending)
    })
