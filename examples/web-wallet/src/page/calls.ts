import { CountersignError, type Exchange, NetworkError } from "@countersign/client"
import { t } from "../words/translate.ts"
import { isObject } from "./json.ts"

/** The status and the JSON body of a response. */
export interface Reply {
  readonly status: number
  readonly body: unknown
  /** Seconds until the call may succeed. */
  readonly retryAfter?: number | undefined
}

/** Makes an unsigned call to the page's own backend. Throws `NetworkError` when no response arrives. */
export type Call = (method: "GET" | "POST", path: string, body?: object) => Promise<Reply>

/** Makes a call and returns the body of its response. Throws an error when the call is refused. */
export type Send = (...args: Parameters<Call>) => Promise<unknown>

/** Makes calls below a base URL and reports each exchange. */
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

/** Returns the body of a successful reply. Throws an error when the call was refused. */
export const accepted = ({ body, retryAfter, status }: Reply): unknown => {
  if (status < 400) return body
  const { code, message } = isObject(body) ? body : {}
  const isKnown = typeof code === "string" && typeof message === "string"
  const refusal = isKnown ? { status, code, message } : { status, code: "UNKNOWN", message: unexplained(status) }
  throw new CountersignError({ status, body: refusal, retryAfter })
}

const answered = async (call: string, send: () => Promise<Response>): Promise<Reply> => {
  try {
    const response = await send()
    const seconds = response.headers.get("retry-after")
    return {
      status: response.status,
      body: await response.json().catch(() => undefined),
      retryAfter: seconds === null ? undefined : Number(seconds)
    }
  } catch (cause) {
    throw new NetworkError(call, cause)
  }
}

const unexplained = (status: number) => t("The server answered with status {0} and gave no reason.", status)

/** Timeout of a call, in milliseconds. */
const PATIENCE = 30_000
