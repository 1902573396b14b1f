import { NetworkError } from "./errors.ts"

import { withoutEndSlashes } from "./operations/path.ts"

export type HeaderValues = Readonly<Record<string, string>>

/** Headers to send along, or a function that is asked anew before every request. */
type HeaderSource = HeaderValues | (() => HeaderValues | Promise<HeaderValues>)

const valuesOf = async (source: HeaderSource | undefined): Promise<HeaderValues> =>
  typeof source === "function" ? source() : (source ?? {})

/** Names differ in case only for people: ours replaces a given one of any spelling. */
const merged = (given: HeaderValues, own: HeaderValues): Headers => {
  const headers = new Headers(given)
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  return headers
}

/** All values that were given, since any of them may be the secret of a gateway. */
const redacted = (given: HeaderValues): HeaderValues =>
  Object.fromEntries(Object.keys(given).map((name) => [name, "[redacted]"]))

export interface ConnectionOptions {
  /** The base address with its version segment: "https://pay.example/2025-10-13". In a browser a path will do. */
  readonly baseUrl: string
  /**
   * Sent with every request: on a backend, the Authorization. A browser must not know it; the platform's proxy adds it.
   */
  readonly headers?: HeaderSource
  /** The platform's own unless given. Give one to set time limits, cookies or a proxy. */
  readonly fetch?: typeof fetch
  /** Told of every request and reply, without the values of `headers`. What it throws, the operation throws. */
  readonly onExchange?: (exchange: Exchange) => void
}

/** One request. Its body is text already, so that repeating it repeats its bytes. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: HeaderValues
}

/** One reply, read to its end and not judged. `call` is method and path; `retryAfter` is in seconds. */
export interface Answer {
  readonly call: string
  readonly status: number
  readonly text: string
  readonly retryAfter: number | undefined
}

/** Sends one request. Throws `NetworkError`. */
export type Send = (call: Call) => Promise<Answer>

export const connect = (options: ConnectionOptions): Send => {
  const baseUrl = withoutEndSlashes(options.baseUrl)
  // A browser's fetch refuses to be called as the method of another object.
  const send: typeof fetch = options.fetch ?? ((url, init) => fetch(url, init))

  return async (call) => {
    // The slash between is ours, so that a path cannot reach into the host name.
    const url = `${baseUrl}/${call.path.replace(/^\/+/u, "")}`
    const given = await valuesOf(options.headers)
    const own = { accept: "application/json", ...(call.body === undefined ? {} : JSON_BODY), ...call.headers }
    const init: RequestInit = {
      method: call.method,
      headers: merged(given, own),
      ...(call.body === undefined ? {} : { body: call.body }),
      // The API never redirects, and a stamp must not follow one elsewhere.
      redirect: "manual"
    }
    const answer = await exchanged(`${call.method} ${call.path}`, () => send(url, init))
    options.onExchange?.({
      request: {
        method: call.method,
        url,
        headers: Object.fromEntries(merged(redacted(given), own)),
        ...(call.body === undefined ? {} : { body: call.body })
      },
      response: { status: answer.status, body: shown(answer.text) }
    })
    return answer
  }
}

const exchanged = async (call: string, reply: () => Promise<Response>): Promise<Answer> => {
  try {
    const response = await reply()
    return { call, status: response.status, text: await response.text(), retryAfter: retryAfterOf(response) }
  } catch (cause) {
    throw new NetworkError(call, cause)
  }
}

/** RFC 9110 section 10.2.3 allows a date too; the service answers seconds. */
const retryAfterOf = ({ headers }: Response): number | undefined => {
  const value = headers.get("retry-after") ?? ""
  return /^\d{1,9}$/u.test(value) ? Number(value) : undefined
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
 * One request and its reply, for showing or logging. It is told once the reply has been read; a request that got none
 * is not told.
 *
 * `headers` has lower-case names; the values of the headers you gave, Authorization among them, read "[redacted]".
 * `request.body` is the JSON text exactly as sent. `response.body` is the JSON value, or the text where it was none, or
 * `undefined` where it was empty.
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
