import { isIP } from "node:net"
import { isGuessable } from "@countersign/node-crypto"
import { shortcomings } from "@countersign/postgres"
import { Command } from "commander"
import { EXIT, type Exit } from "../exit.ts"
import { type Finding, fails, holds, told } from "../Finding.ts"
import { bytesIn, scalarIn } from "../keys/commands.ts"
import { onDatabase } from "../migrate/command.ts"
import { basic, type Service, serviceOf } from "../service/Service.ts"
import type { Terminal } from "../Terminal.ts"
import { examineModule } from "./options.ts"

/** What can be told of a service from outside. */
const examineService = async ({ baseUrl, token }: Service, now: () => number): Promise<ReadonlyArray<Finding>> => {
  if (!URL.canParse(baseUrl)) {
    return [fails("SERVICE", "NO_URL", "COUNTERSIGN_URL is no URL. Give it as https://pay.example/2025-10-13")]
  }
  const url = new URL(baseUrl)
  const ready = await asked(new URL("/health/ready", url))
  if (ready === undefined) {
    return [fails("SERVICE", "NO_ANSWER", `Nothing answers at ${url.origin}. Start the service, or mend the address.`)]
  }
  return [
    ready.ok ? holds("SERVICE") : fails("SERVICE", "NOT_READY", notReady(ready)),
    transportOf(url),
    ...clockOf(ready, now()),
    ...(token === "" ? [] : [await tokenOf(url, token)])
  ]
}

const notReady = ({ status }: Response): string =>
  `The service answers ${status} when asked whether it is ready: its store does not answer or has no tables, or the address is not the service's.`

const asked = async (url: URL, headers: Record<string, string> = {}): Promise<Response | undefined> => {
  try {
    return await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(10_000) })
  } catch {
    return undefined
  }
}

const transportOf = ({ hostname, protocol }: URL): Finding =>
  protocol === "https:" || isLoopback(hostname)
    ? holds("TRANSPORT")
    : fails("TRANSPORT", "IN_THE_CLEAR", "The address is http, so tokens cross the network in the clear. Use TLS.")

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."))

/** RFC 9110 section 6.6.1: Date is to the second, so a few seconds tell nothing. */
const clockOf = ({ headers }: Response, at: number): ReadonlyArray<Finding> => {
  const there = Date.parse(headers.get("date") ?? "")
  if (Number.isNaN(there)) return []
  const apart = Math.round((at - there) / 1000)
  if (Math.abs(apart) <= 5) return [holds("CLOCK")]
  const which = apart > 0 ? "ahead of" : "behind"
  const message = `This machine's clock is ${Math.abs(apart)} s ${which} the service's. Let both follow a time server.`
  return [fails("CLOCK", "APART", message)]
}

const tokenOf = async (url: URL, token: string): Promise<Finding> => {
  const list = new URL(`${url.pathname.replace(/^(.*[^/])?\/*$/su, "$1")}/customers?limit=1`, url)
  const status = (await asked(list, { authorization: basic(token) }))?.status
  if (status === 200) return holds("TOKEN")
  if (status === 401) {
    return fails(
      "TOKEN",
      "REFUSED",
      "The service refuses COUNTERSIGN_TOKEN. Give id:secret of a token that this service has."
    )
  }
  if (status === 403) return fails("TOKEN", "NO_VIEW", "COUNTERSIGN_TOKEN may not VIEW. Give one that may.")
  return fails(
    "TOKEN",
    "NOT_ASKED",
    "The address answers nothing of this API. Does COUNTERSIGN_URL end in /2025-10-13?"
  )
}

type Env = { readonly [name: string]: string | undefined }

/**
 * The keys of a set-up, where they stand in the environment under the names that `countersign keys` gives them. While one
 * is replaced it is a list with commas.
 */
const examineSecrets = (env: Env): ReadonlyArray<Finding> => [
  ...NAMES.flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : [examineKeys(name, value)]
  }),
  ...(keysIn(env.VAULT_KEY).some((key) => keysIn(env.SERVICE_KEY).includes(key)) ? [ONE_FOR_TWO] : []),
  ...(keysIn(env.VAULT_KEY).length > 1 && env.WALLETS_KEY === undefined ? [NO_ROOT] : [])
]

const NAMES = ["VAULT_KEY", "SERVICE_KEY", "WALLETS_KEY"] as const
type Name = (typeof NAMES)[number]

const keysIn = (value: string | undefined): ReadonlyArray<string> => (value === undefined ? [] : value.split(","))

const MAKE = "Make one with `countersign keys`, and give all nodes the same."

const ONE_FOR_TWO = fails(
  "KEYS",
  "ONE_KEY_FOR_TWO",
  "VAULT_KEY and SERVICE_KEY are the same. Make another with `countersign keys`."
)

const NO_ROOT = fails(
  "WALLETS_KEY",
  "NOT_THERE",
  "VAULT_KEY lists several keys, and it cannot be told which of them the wallets come from. Set WALLETS_KEY, and with it keys.wallets, to the first vault key there was."
)

/** The first fault of the list, or that there is none. */
const examineKeys = (name: Name, value: string): Finding => {
  const keys = name === "WALLETS_KEY" ? [value] : keysIn(value)
  if (new Set(keys).size < keys.length) return fails(name, "TWICE", `${name} has one key twice. Take one of them away.`)
  return keys.map((key) => examineKey(name, key)).find(({ fault }) => fault !== undefined) ?? holds(name)
}

const examineKey = (name: Name, value: string): Finding => {
  const bytes = bytesIn(value)
  if (bytes === undefined) return fails(name, "NO_KEY", `${name} is not 64 hex characters. ${MAKE}`)
  if (isGuessable(bytes)) return fails(name, "GUESSABLE", `${name} is a pattern, not a random key. ${MAKE}`)
  return name === "SERVICE_KEY" && scalarIn(value) === undefined
    ? fails(name, "NO_SCALAR", `${name} is no private key of P-256. ${MAKE}`)
    : holds(name)
}

/** What a store should not stand on. */
const examineDatabase = async (url: string, schema: string): Promise<ReadonlyArray<Finding>> => {
  try {
    const found = await onDatabase(url, (pool) => shortcomings(pool, { schema }))
    return [
      holds("DATABASE"),
      ...found.map(({ message, what }) =>
        fails(`DATABASE_${what.toUpperCase()}`, what === "tables" ? "NO_TABLES" : "OFF", message)
      )
    ]
  } catch (error) {
    // Its words may repeat the address, and with it the password.
    const { code } = { code: undefined, ...Object(error) }
    const why = typeof code === "string" && /^[A-Z0-9_]{3,30}$/u.test(code) ? ` (${code})` : ""
    const message = `The database does not answer${why}. Check DATABASE_URL: host, port, name, user and password.`
    return [fails("DATABASE", "NO_ANSWER", message)]
  }
}

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
