import { Command } from "commander"
import { recallServer, sandboxFile } from "../dev/Front.ts"
import type { Terminal } from "../Terminal.ts"

interface ServiceOptions {
  readonly url?: string
  readonly token?: string
}

/** A service that runs, and what it is called with. */
export interface Service {
  /** With the version, without a slash at its end. */
  readonly baseUrl: string
  /** As `id:secret`. */
  readonly token: string
  /** The key that signs its bundles, of a sandbox that left word of itself. */
  readonly bundleSigner?: string
}

/**
 * The service of the options; else that of the environment; else the sandbox that runs here. The token of one is never
 * shown to another.
 */
export const serviceOf = async (
  { env }: Pick<Terminal, "env">,
  { token, url }: ServiceOptions
): Promise<Service | undefined> => {
  const named = url ?? env.COUNTERSIGN_URL
  if (named !== undefined && named !== "") {
    return { baseUrl: named.replace(/^(.*[^/])?\/*$/su, "$1"), token: token ?? env.COUNTERSIGN_TOKEN ?? "" }
  }
  const here = await recallServer(sandboxFile(env))
  if (here === undefined) return undefined
  const { baseUrl, bundleSigner, token: own } = here
  return { baseUrl, bundleSigner, token: token ?? `${own.id}:${own.secret}` }
}

/** The same for a command that cannot do without. */
export const requireService = async (terminal: Pick<Terminal, "env">, options: ServiceOptions): Promise<Service> => {
  const service = await serviceOf(terminal, options)
  if (service === undefined) {
    throw new Error(
      "No sandbox runs here. Start one in another shell: npx countersign dev, or name a service: COUNTERSIGN_URL=http://localhost:3000/2025-10-13"
    )
  }
  if (!service.token.includes(":")) {
    throw new Error("Name an API token of it: COUNTERSIGN_TOKEN=id:secret, or --token id:secret")
  }
  return service
}

/** RFC 7617 section 2: what `id:secret` is sent as. */
export const basic = (token: string): string => `Basic ${Buffer.from(token, "utf8").toString("base64")}`

export interface CallOptions extends ServiceOptions {
  readonly json?: boolean
}

/** A command that calls a running service. */
export const onServiceCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option(
      "--url <url>",
      "the service with its version, http://localhost:3000/2025-10-13; when left out COUNTERSIGN_URL, or the sandbox that runs here"
    )
    .option("--token <id:secret>", "an API token; when left out COUNTERSIGN_TOKEN, or that of the sandbox")
    .option("--json", "write one line of JSON")

/** Calls the service that the options name. */
export const callService =
  (terminal: Terminal) =>
  async (options: ServiceOptions, method: "GET" | "POST", path: string, body?: object): Promise<Answered> =>
    callAt(await requireService(terminal, options))(method, path, body)

/** What was asked and what was answered, for whoever shows it. */
export type Overheard = (
  asked: {
    readonly method: string
    readonly path: string
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
  },
  status: number,
  answer: unknown
) => void

/** Calls a service with its API token; answers the JSON of its 2xx. Anything else is an error that says what to do. */
export const callAt =
  ({ baseUrl, token }: Service, overhear: Overheard = () => {}) =>
  async (
    method: "GET" | "POST",
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<Answered> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: basic(token),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE)
    }).catch((cause: unknown) => {
      throw new Error(`Nothing answers at ${hostOf(baseUrl)}. Is the service running, and is this its address?`, {
        cause
      })
    })
    const answer = await objectOf(response)
    overhear({ method, path, body, headers }, response.status, answer)
    if (response.ok && answer !== undefined) return answer
    throw new Refused(response.status, answer)
  }

/** What the service refused, in its own words. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly status: number

  constructor(status: number, answer: Answered | undefined) {
    super(refusalOf(status, answer))
    this.status = status
  }
}

export type Answered = Readonly<Record<string, unknown>>

/** A minute: to move a sandbox's clock is to do all that falls due on the way. */
const PATIENCE = 60_000

/** Without what somebody may have put before the host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "this address, which is no URL")

const objectOf = async (response: Response): Promise<Answered | undefined> => {
  const text = await response.text()
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const refusalOf = (status: number, answer: Answered | undefined): string => {
  if (typeof answer?.message !== "string")
    return `The answer was ${status}, and none of this API. Does the address end in the version, /2025-10-13?`
  const reason = typeof answer.reason === "string" ? ` (${answer.reason})` : ""
  const { errors } = { errors: undefined, ...Object(answer.details) }
  const fields: ReadonlyArray<unknown> = Array.isArray(errors) ? errors : []
  return [`${status} ${String(answer.code)}${reason}: ${answer.message}`, ...fields.map(fieldOf)].join("\n  ")
}

const fieldOf = (error: unknown): string => {
  const { field, message } = { field: "", message: "", ...Object(error) }
  return `${field}: ${message}`
}
