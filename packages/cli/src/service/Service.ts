import { Command } from "commander"
import type { Terminal } from "../Terminal.ts"
import { basic } from "./basic.ts"
import { requireService, type Service, type ServiceOptions } from "./serviceOf.ts"

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
