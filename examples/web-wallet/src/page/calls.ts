import { CountersignError, type Exchange, NetworkError } from "@countersign/client"
import { isObject } from "./element.ts"

/** A status and a body of JSON, as the service gave them. */
export interface Reply {
  readonly status: number
  readonly body: unknown
}

/** One call of the page's own backend that needs no signature. Throws `NetworkError` where no answer came. */
export type Call = (method: "GET" | "POST", path: string, body?: object) => Promise<Reply>

/** The body of an accepted call. Throws what refuses it. */
export type Ask = (...asked: Parameters<Call>) => Promise<unknown>

/** Calls under an address, each of them told. */
export const callsUnder =
  (baseUrl: string, onExchange: (exchange: Exchange) => void): Call =>
  async (method, path, body) => {
    const headers: Record<string, string> = { accept: "application/json" }
    if (body !== undefined) headers["content-type"] = "application/json"
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const url = `${baseUrl}${path}`
    const reply = await answered(`${method} ${path}`, () =>
      fetch(url, { method, headers, ...text, signal: AbortSignal.timeout(PATIENCE) })
    )
    onExchange({ request: { method, url, headers, ...text }, response: reply })
    return reply
  }

/** The body of a reply, or the refusal that it is. */
export const accepted = ({ body, status }: Reply): unknown => {
  if (status < 400) return body
  const { code, message } = isObject(body) ? body : {}
  const isKnown = typeof code === "string" && typeof message === "string"
  const refusal = isKnown ? { status, code, message } : { status, code: "UNKNOWN", message: unexplained(status) }
  throw new CountersignError({ status, body: refusal, retryAfter: undefined })
}

const answered = async (call: string, ask: () => Promise<Response>): Promise<Reply> => {
  try {
    const response = await ask()
    return { status: response.status, body: await response.json().catch(() => undefined) }
  } catch (cause) {
    throw new NetworkError(call, cause)
  }
}

const unexplained = (status: number) => `The service answered with status ${status}, and gave no reason.`

/** Milliseconds until an answer is no longer waited for. */
const PATIENCE = 30_000
