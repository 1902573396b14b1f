import { dirname, join } from "node:path"
import { Command, InvalidArgumentError } from "commander"
import { withProgress } from "../during.ts"
import { print } from "../print.ts"
import { coloured, type Terminal } from "../Terminal.ts"
import { isHeaderName, sandboxFile } from "./Front.ts"

interface Options {
  readonly port: number
  readonly databaseUrl?: string
  readonly memory?: boolean
  readonly signatureHeader?: ReadonlyArray<string>
  readonly json?: boolean
}

/** `countersign dev`: runs a sandbox on loopback until it is stopped. */
export const devCommand = (terminal: Terminal): Command =>
  new Command("dev")
    .description("Runs a sandbox on this machine, in memory or in the PostgreSQL database of DATABASE_URL.")
    .option("--port <number>", "port to listen on; 0 for any free port", port, 4100)
    .option("--database-url <url>", "stores its records there; default DATABASE_URL")
    .option("--memory", "stores nothing, even if DATABASE_URL is set")
    .option("--signature-header <name...>", "also accepts the stamp under these header names", headerNames)
    .option("--json", "write one line of JSON once it listens, and no log")
    .action(async (options: Options) => {
      const stopped = terminal.stopped()
      const sandbox = await withProgress(terminal, "Starting the sandbox", () => start(terminal, options))
      const { close, ...settings } = sandbox
      const { sandboxWords } = await import("./sandboxWords.ts")
      const [blank = "", title = "", ...lines] = sandboxWords(sandbox)
      const next = "Sign in from a second shell: npx @countersign/cli login\nStop it: Ctrl-C\n"
      print(terminal, options, settings, [blank, coloured(terminal, "bold", title), ...lines, next].join("\n"))
      await stopped
      await close()
    })

/** Loads the service only here, so that the other commands start without it. */
const start = async ({ env }: Terminal, { databaseUrl, json, memory, port, signatureHeader = [] }: Options) => {
  const [{ atUrl, inDatabase, inMemory }, { serveSandbox }] = await Promise.all([
    import("./openData.ts"),
    import("./serveSandbox.ts")
  ])
  const file = sandboxFile(env)
  const url = databaseUrl ?? env.DATABASE_URL
  const secretsFile = join(dirname(file), "secrets.json")
  return serveSandbox({
    port,
    file,
    open: () =>
      memory === true || url === undefined || url === ""
        ? inMemory()
        : inDatabase({ start: atUrl(url), secretsFile, where: "in the database of DATABASE_URL" }),
    signatureHeaders: signatureHeader,
    logs: json === true ? "none" : "pretty",
    elsewhere: "npx @countersign/cli dev --port 4200"
  })
}

const headerNames = (text: string, before: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  if (!isHeaderName(text)) throw new InvalidArgumentError("It must be a header name, such as Wallet-Signature.")
  return [...before, text]
}

const port = (text: string): number => {
  const number = Number(text)
  if (!/^[0-9]{1,5}$/u.test(text) || number > 65_535)
    throw new InvalidArgumentError("It must be a number from 0 to 65535.")
  return number
}
