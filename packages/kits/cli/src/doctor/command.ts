import { isIP } from "node:net"
import { isGuessable } from "@countersign/node-crypto"
import { shortcomings } from "@countersign/postgres"
import { Command } from "commander"
import { EXIT, type Exit } from "../exit.ts"
import { type Finding, fails, passes, rendered } from "../Finding.ts"
import { bytesIn, scalarIn } from "../keys/commands.ts"
import { type DatabaseOptions, onDatabase, withDatabase } from "../migrate/command.ts"
import { basic, type CallOptions, type Service, serviceOf } from "../service/Service.ts"
import type { Terminal } from "../Terminal.ts"
import { examineModule } from "./options.ts"

const examineService = async ({ baseUrl, token }: Service, now: () => number): Promise<ReadonlyArray<Finding>> => {
  if (!URL.canParse(baseUrl)) {
    const message = "COUNTERSIGN_URL is not a URL. Set it to an address such as https://pay.example/2025-10-13"
    return [fails("SERVICE", "NO_URL", message)]
  }
  const url = new URL(baseUrl)
  const ready = await fetched(new URL("/health/ready", url))
  if (ready === undefined) {
    const message = `No service answers at ${url.origin}. Start the service, or correct the address.`
    return [fails("SERVICE", "NO_ANSWER", message)]
  }
  return [
    ready.ok ? passes("SERVICE") : fails("SERVICE", "NOT_READY", notReady(ready)),
    transportOf(url),
    ...clockOf(ready, now()),
    ...(token === "" ? [] : [await tokenOf(url, token)])
  ]
}

const notReady = ({ status }: Response): string =>
  `The service answers its readiness check with ${status}: its store is unavailable or has no tables, or the address belongs to another service.`

const fetched = async (url: URL, headers: Record<string, string> = {}): Promise<Response | undefined> => {
  try {
    return await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(10_000) })
  } catch {
    return undefined
  }
}

const transportOf = ({ hostname, protocol }: URL): Finding =>
  protocol === "https:" || isLoopback(hostname)
    ? passes("TRANSPORT")
    : fails("TRANSPORT", "IN_THE_CLEAR", "The address is http, so tokens cross the network in the clear. Use TLS.")

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."))

/** RFC 9110 section 6.6.1: Date has a precision of one second, so a difference of a few seconds means nothing. */
const clockOf = ({ headers }: Response, at: number): ReadonlyArray<Finding> => {
  const there = Date.parse(headers.get("date") ?? "")
  if (Number.isNaN(there)) return []
  const apart = Math.round((at - there) / 1000)
  if (Math.abs(apart) <= 5) return [passes("CLOCK")]
  const which = apart > 0 ? "ahead of" : "behind"
  const message = `This machine's clock is ${Math.abs(apart)} s ${which} the service's. Synchronize both with a time server.`
  return [fails("CLOCK", "APART", message)]
}

const tokenOf = async (url: URL, token: string): Promise<Finding> => {
  const list = new URL(`${url.pathname.replace(/^(.*[^/])?\/*$/su, "$1")}/customers?limit=1`, url)
  const status = (await fetched(list, { authorization: basic(token) }))?.status
  if (status === 200) return passes("TOKEN")
  if (status === 401) {
    const message = "The service refuses COUNTERSIGN_TOKEN. Set it to id:secret of a token of this service."
    return fails("TOKEN", "REFUSED", message)
  }
  if (status === 403)
    return fails("TOKEN", "NO_VIEW", "COUNTERSIGN_TOKEN lacks the scope VIEW. Use a token that has it.")
  return fails("TOKEN", "NOT_ASKED", "The response is not from this API. Does COUNTERSIGN_URL end in /2025-10-13?")
}

/**
 * Checks the keys in the environment, named as `countersign keys` prints them: during a rotation, lists with commas.
 */
const examineSecrets = (env: Terminal["env"]): ReadonlyArray<Finding> => [
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

const MAKE = "Create one with `npx @countersign/cli keys`, and set the same on all nodes."

const ONE_FOR_TWO = fails(
  "KEYS",
  "ONE_KEY_FOR_TWO",
  "VAULT_KEY and SERVICE_KEY are the same. Create another with `npx @countersign/cli keys`."
)

const NO_ROOT = fails(
  "WALLETS_KEY",
  "NOT_THERE",
  "VAULT_KEY lists several keys, so the key of the default wallets is ambiguous. Set WALLETS_KEY, and with it keys.wallets, to the first vault key that was used."
)

/** Returns the first fault of the list, or a passed check. */
const examineKeys = (name: Name, value: string): Finding => {
  const keys = name === "WALLETS_KEY" ? [value] : keysIn(value)
  if (new Set(keys).size < keys.length)
    return fails(name, "TWICE", `${name} contains the same key twice. Remove one of them.`)
  return keys.map((key) => examineKey(name, key)).find(({ fault }) => fault !== undefined) ?? passes(name)
}

const examineKey = (name: Name, value: string): Finding => {
  const bytes = bytesIn(value)
  if (bytes === undefined) return fails(name, "NO_KEY", `${name} is not 64 hex characters. ${MAKE}`)
  if (isGuessable(bytes)) return fails(name, "GUESSABLE", `${name} is a pattern, not a random key. ${MAKE}`)
  return name === "SERVICE_KEY" && scalarIn(value) === undefined
    ? fails(name, "NO_SCALAR", `${name} is not a private key of P-256. ${MAKE}`)
    : passes(name)
}

const FAULTS = new Map([
  ["tables", "NO_TABLES"],
  ["execute", "NOT_GRANTED"],
  ["row_security", "ON"],
  ["read_only", "ON"],
  ["idle_session_timeout", "SET"]
])

const examineDatabase = async (url: string, schema: string): Promise<ReadonlyArray<Finding>> => {
  try {
    const found = await onDatabase(url, (pool) => shortcomings(pool, { schema }))
    return [
      passes("DATABASE"),
      ...found.map(({ message, what }) => fails(`DATABASE_${what.toUpperCase()}`, FAULTS.get(what) ?? "OFF", message))
    ]
  } catch (error) {
    // The error message may repeat the address with its password.
    const { code } = { code: undefined, ...Object(error) }
    const why = typeof code === "string" && /^[A-Z0-9_]{3,30}$/u.test(code) ? ` (${code})` : ""
    const message = `The database does not answer${why}. Check DATABASE_URL: host, port, name, user and password.`
    return [fails("DATABASE", "NO_ANSWER", message)]
  }
}

interface Options extends CallOptions, DatabaseOptions {
  readonly config?: string
}

/** `countersign doctor`: reports unsafe or invalid configuration with a remedy. Its output contains no secret. */
export const doctorCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command =>
  withDatabase(new Command("doctor"))
    .description(
      "Reports unsafe or invalid configuration, with remedies. Exits with 3 if a check fails. Prints no secrets."
    )
    .option("--config <file>", "a module that exports the options of createCountersign")
    .option("--url <url>", "a running service, with its version; default COUNTERSIGN_URL")
    .option("--token <id:secret>", "an API token of it; default COUNTERSIGN_TOKEN")
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
          "Nothing to check: set VAULT_KEY and SERVICE_KEY, DATABASE_URL or COUNTERSIGN_URL to the values of the service, or pass --config."
        )
      }
      if (!rendered(terminal, options, found)) exitWith(EXIT.pending)
    })
