import { attempt } from "@countersign/wire"
import { NetworkError } from "./errors.ts"
import { withoutEndSlashes } from "./operations/path.ts"
import type { ServerClock } from "./serverClock.ts"

export type HeaderValues = Readonly<Record<string, string>>

/** Headers to send, or a function that is called before every request. */
type HeaderSource = HeaderValues | (() => HeaderValues | Promise<HeaderValues>)

const valuesOf = async (source: HeaderSource | undefined): Promise<HeaderValues> =>
  typeof source === "function" ? source() : (source ?? {})

/** Header names are case-insensitive: the client's own headers replace given ones of any case. */
const merged = (given: HeaderValues, defaults: HeaderValues): Headers => {
  const headers = new Headers(given)
  for (const [name, value] of Object.entries(defaults)) headers.set(name, value)
  return headers
}

/** Redacts every given value, since any of them may be a secret of a gateway. */
const redacted = (given: HeaderValues): HeaderValues =>
  Object.fromEntries(Object.keys(given).map((name) => [name, "[redacted]"]))

export interface ConnectionOptions {
  /** The base address with its version segment: "https://pay.example/2025-10-13". In a browser, a path is enough. */
  readonly baseUrl: string
  /**
   * Sent with every request. On a backend, include Authorization. In a browser, the platform's proxy adds it, because a
   * browser must not have the API token.
   */
  readonly headers?: HeaderSource
  /** Default: the global `fetch`. Pass your own to set time limits, cookies or a proxy. */
  readonly fetch?: typeof fetch
  /** Called for every request and response, without the values of `headers`. The operation rethrows its errors. */
  readonly onExchange?: (exchange: Exchange) => void
}

/** One request. Its body is already text, so that a retry sends the same bytes. */
export interface Call {
  readonly method: string
  /** Below the base address, or a complete address. */
  readonly path: string | URL
  readonly body?: string
  readonly headers?: HeaderValues
}

/**
 * One complete response, not yet validated. `call` is the method and path; `retryAfter` is in seconds; `requestId` is the
 * id of the call in the server's logs.
 */
export interface Answer {
  readonly call: string
  readonly status: number
  readonly text: string
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined
}

/** Sends one request. Throws `NetworkError`. */
export type Send = (call: Call) => Promise<Answer>

export const connect = (options: ConnectionOptions, clock: Pick<ServerClock, "see">): Send => {
  const baseUrl = withoutEndSlashes(options.baseUrl)
  // A browser's fetch throws when it is called as a method of another object.
  const send: typeof fetch = options.fetch ?? ((url, init) => fetch(url, init))

  return async (call) => {
    // The slash is always inserted, so that a path cannot extend the host name.
    const url = typeof call.path === "string" ? `${baseUrl}/${call.path.replace(/^\/+/u, "")}` : call.path.href
    const given = await valuesOf(options.headers)
    const defaults = { accept: "application/json", ...(call.body === undefined ? {} : JSON_BODY), ...call.headers }
    const init: RequestInit = {
      method: call.method,
      headers: merged(given, defaults),
      ...(call.body === undefined ? {} : { body: call.body }),
      // The API never redirects, and a stamp must not be sent to another address.
      redirect: "manual"
    }
    const answer = await exchanged(`${call.method} ${call.path}`, url, () => send(url, init), clock)
    options.onExchange?.({
      request: {
        method: call.method,
        url,
        headers: Object.fromEntries(merged(redacted(given), defaults)),
        ...(call.body === undefined ? {} : { body: call.body })
      },
      response: { status: answer.status, body: shown(answer.text) }
    })
    return answer
  }
}

const exchanged = async (
  call: string,
  url: string,
  reply: () => Promise<Response>,
  clock: Pick<ServerClock, "see">
): Promise<Answer> => {
  const sent = Date.now()
  try {
    const response = await reply()
    clock.see(response.headers.get("date"), sent)
    return { call, status: response.status, text: await response.text(), ...headersOf(response) }
  } catch (cause) {
    throw new NetworkError(call, cause, isOtherOrigin(url))
  }
}

/** Whether a page called another origin, whose answer the browser withholds without CORS headers. False without a page. */
const isOtherOrigin = (url: string): boolean => attempt(() => new URL(url).origin !== location.origin) === true

const headersOf = ({ headers }: Response): Pick<Answer, "requestId" | "retryAfter"> => {
  // RFC 9110 section 10.2.3: seconds, as the server sends them, or the date of a proxy, by the clock of its answer.
  const after = headers.get("retry-after") ?? ""
  const until = /GMT$/u.test(after) ? (Date.parse(after) - Date.parse(headers.get("date") ?? "")) / 1000 : Number.NaN
  const seconds = /^\d{1,9}$/u.test(after) ? Number(after) : until
  return {
    retryAfter: Number.isFinite(seconds) ? Math.max(0, seconds) : undefined,
    requestId: headers.get("x-request-id") ?? undefined
  }
}

const shown = (text: string): unknown => {
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const JSON_BODY = { "content-type": "application/json" }

/**
 * A request and its response, for display or logs. It is reported after the response has been read; a request without a
 * response is not reported.
 *
 * `headers` has lower-case names. The values of the headers you passed, including Authorization, are "[redacted]".
 *
 * `request.body` is the exact JSON text as sent. `response.body` is the JSON value, the text when it is not JSON, or
 * `undefined` when it is empty.
 */
export interface Exchange {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  readonly response: { readonly status: number; readonly body: unknown }
}
