import { Command } from "commander"
import type { Terminal } from "../Terminal.ts"
import { basic } from "./basic.ts"

export interface ServiceOptions {
  readonly url?: string
  readonly token?: string
  readonly json?: boolean
}

/** A command that calls a running service. */
export const onServiceCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option(
      "--url <url>",
      "the service with its version, http://localhost:3000/2025-10-13; COUNTERSIGN_URL when left out"
    )
    .option("--token <id:secret>", "an API token; COUNTERSIGN_TOKEN when left out")
    .option("--json", "write one line of JSON")

/** Calls the service with an API token; answers the JSON of its 2xx. Anything else is an error that says what to do. */
export const callService =
  (terminal: Terminal) =>
  async (options: ServiceOptions, method: "GET" | "POST", path: string, body?: object): Promise<Answered> => {
    const url = options.url ?? terminal.env.COUNTERSIGN_URL
    const token = options.token ?? terminal.env.COUNTERSIGN_TOKEN
    if (url === undefined || url === "")
      throw new Error("Name the service: COUNTERSIGN_URL=http://localhost:3000/2025-10-13, or --url")
    if (token === undefined || !token.includes(":")) {
      throw new Error("Name an API token of it: COUNTERSIGN_TOKEN=id:secret, or --token id:secret")
    }
    const response = await fetch(`${url.replace(/\/+$/u, "")}${path}`, {
      method,
      headers: {
        authorization: basic(token),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE)
    }).catch((cause: unknown) => {
      throw new Error(`Nothing answers at ${hostOf(url)}. Is the service running, and is this its address?`, { cause })
    })
    const answer = await objectOf(response)
    if (response.ok && answer !== undefined) return answer
    throw new Error(refusalOf(response.status, answer))
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
