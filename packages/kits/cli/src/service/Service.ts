import { Command } from "commander"
import { recallServer, sandboxFile } from "../dev/Front.ts"
import { objectIn } from "../json.ts"
import type { Json } from "../print.ts"
import type { Terminal } from "../Terminal.ts"

export interface Service {
  /** Including the version, without a trailing slash. */
  readonly baseUrl: string
  /** In the form `id:secret`. */
  readonly token: string
  /** The key that signs its bundles, for a sandbox that wrote its settings. */
  readonly bundleSigner?: string
}

/** Returns the first service of options, environment and sandbox. The token of one is never sent to another. */
export const serviceOf = async (
  { env }: Pick<Terminal, "env">,
  { token, url }: CallOptions
): Promise<Service | undefined> => {
  const named = url ?? env.COUNTERSIGN_URL
  if (named !== undefined && named !== "") {
    return { baseUrl: named.replace(/^(.*[^/])?\/*$/su, "$1"), token: token ?? env.COUNTERSIGN_TOKEN ?? "" }
  }
  const here = await recallServer(sandboxFile(env))
  if (here === undefined) return undefined
  const { baseUrl, bundleSigner, token: localToken } = here
  return { baseUrl, bundleSigner, token: token ?? `${localToken.id}:${localToken.secret}` }
}

/** Returns the service. Throws when no service is configured and no sandbox is running. */
export const requireService = async (terminal: Pick<Terminal, "env">, options: CallOptions): Promise<Service> => {
  const service = await serviceOf(terminal, options)
  if (service === undefined) {
    throw new Error(
      "No sandbox is running. Start one in another shell: npx @countersign/cli dev, or set a service: COUNTERSIGN_URL=http://localhost:3000/2025-10-13"
    )
  }
  if (!service.token.includes(":")) {
    throw new Error("Pass an API token: COUNTERSIGN_TOKEN=id:secret, or --token id:secret")
  }
  return service
}

/** RFC 7617 section 2: the header value of `id:secret`. */
export const basic = (token: string): string => `Basic ${Buffer.from(token, "utf8").toString("base64")}`

export interface CallOptions extends Json {
  readonly url?: string
  readonly token?: string
}

export const onServiceCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option(
      "--url <url>",
      "the service with its version, http://localhost:3000/2025-10-13; default COUNTERSIGN_URL, or the running sandbox"
    )
    .option("--token <id:secret>", "an API token; default COUNTERSIGN_TOKEN, or that of the sandbox")

export const callService =
  (terminal: Terminal) =>
  async (options: CallOptions, method: "GET" | "POST", path: string, body?: object): Promise<Answered> =>
    callAt(await requireService(terminal, options))(method, path, body)

/** Receives each request and response, for display. */
export type OnExchange = (
  request: {
    readonly method: string
    readonly path: string
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
  },
  status: number,
  answer: unknown
) => void

/** Calls a service with its API token. Returns the JSON of a 2xx, and throws with a remedy for anything else. */
export const callAt =
  ({ baseUrl, token }: Service, overhear: OnExchange = () => {}) =>
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
      throw new Error(`No service answers at ${hostOf(baseUrl)}. Is the service running, and is this its address?`, {
        cause
      })
    })
    const answer = objectIn(await response.text())
    overhear({ method, path, body, headers }, response.status, answer)
    if (response.ok && answer !== undefined) return answer
    throw new Refused(response.status, answer)
  }

export class Refused extends Error {
  override readonly name = "Refused"
  readonly status: number

  constructor(status: number, answer: Answered | undefined) {
    super(refusalOf(status, answer))
    this.status = status
  }
}

export type Answered = Readonly<Record<string, unknown>>

/** One minute: advancing a sandbox's clock processes everything that becomes due. */
const PATIENCE = 60_000

/** Omits user and password, which may precede the host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "this address, which is not a URL")

const refusalOf = (status: number, answer: Answered | undefined): string => {
  if (typeof answer?.message !== "string")
    return `The response is ${status}, and not from this API. Does the address end in the version, /2025-10-13?`
  const reason = typeof answer.reason === "string" ? ` (${answer.reason})` : ""
  const { errors } = { errors: undefined, ...Object(answer.details) }
  const fields: ReadonlyArray<unknown> = Array.isArray(errors) ? errors : []
  return [`${status} ${String(answer.code)}${reason}: ${answer.message}`, ...fields.map(fieldOf)].join("\n  ")
}

const fieldOf = (error: unknown): string => {
  const { field, message } = { field: "", message: "", ...Object(error) }
  return `${field}: ${message}`
}
