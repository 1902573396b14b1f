import { environmentOf } from "@countersign/postgres"
import { Command, InvalidArgumentError, Option } from "commander"
import { withProgress } from "../during.ts"
import { EXIT, type Exit } from "../exit.ts"
import { onDatabase } from "../migrate/command.ts"
import { type Json, print } from "../print.ts"
import type { Terminal } from "../Terminal.ts"
import { cancel, copy, type Move, open } from "./move.ts"
import type { Side } from "./Side.ts"

interface Options extends Json {
  readonly platform: string
  readonly from: string
  readonly to: string
  readonly schema: string
  readonly open?: boolean
  readonly cancel?: boolean
}

/** `countersign move`: moves a platform to another database. */
export const moveCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command =>
  new Command("move")
    .description(
      "Moves a platform, in both modes, to another database while it is in use. Exits with 3 until it is opened there."
    )
    .requiredOption("--platform <id>", "the platform", platformId)
    .requiredOption("--from <url>", "the database that has it")
    .requiredOption("--to <url>", "the database that gets it, migrated")
    .option("--schema <name>", "the schema of the tables in both", schemaName, "countersign")
    .addOption(
      new Option(
        "--open",
        "after all nodes have the new route: accept writes in --to, and remove it from --from"
      ).conflicts("cancel")
    )
    .option("--cancel", "before --open: accept writes in --from again, and remove the copy")
    .action(async (options: Options) => {
      if (options.open === true) {
        const { removed } = await moving(terminal, options, "Opening", open)
        const words = `${options.platform} is open in the new database. ${removed} records were removed from the old one.`
        print(terminal, options, { state: "open", removed }, words)
      } else if (options.cancel === true) {
        const { removed } = await moving(terminal, options, "Cancelling", cancel)
        const words = `${options.platform} remains in the old database. ${removed} records were removed from the new one.`
        print(terminal, options, { state: "cancelled", removed }, words)
      } else {
        const copied = await moving(terminal, options, "Copying", copy)
        const words = `${options.platform} is copied, ${copied.written} records were written, and neither database accepts its writes. Give all nodes the new route, then run this command with --open.`
        print(terminal, options, { state: "copied", ...copied }, words)
        exitWith(EXIT.pending)
      }
    })

const moving = <A>(
  terminal: Terminal,
  { from, platform, schema, to }: Options,
  what: string,
  step: (move: Move) => Promise<A>
): Promise<A> => {
  const environments = [environmentOf(`production/${platform}`), environmentOf(`sandbox/${platform}`)] as const
  /** One connection for the whole command, because the lock of the move and its setting are those of the session. */
  const onSide = (url: string, use: (side: Side) => Promise<A>): Promise<A> =>
    onDatabase(url, async (pool) => {
      const client = await pool.connect()
      // Its loss rejects the statement that runs.
      client.on("error", () => {})
      try {
        return await use({ client, schema: `"${schema}"`, environments })
      } finally {
        client.release(new Error("the move has ended"))
      }
    })
  return withProgress(terminal, what, (report) =>
    onSide(from, (source) => onSide(to, (target) => step({ platform, from: source, to: target, report })))
  )
}

const platformId = (text: string): string => {
  if (/^[A-Za-z0-9._-]{1,64}$/u.test(text)) return text
  throw new InvalidArgumentError("Pass the id of a platform: acme")
}

const schemaName = (text: string): string => {
  if (/^[a-z_][a-z0-9_]{0,62}$/u.test(text)) return text
  throw new InvalidArgumentError("Pass the name of a schema: countersign")
}
