import { NetworkError } from "./errors/NetworkError.ts"
import { type Exchange } from "./Exchange.ts"

/** Headers to send along, or a function asked anew before every request. */
export type HeaderSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)

export interface ConnectionOptions {
  readonly baseUrl: string
  readonly headers?: HeaderSource
  readonly fetch?: typeof fetch
  readonly onExchange?: (exchange: Exchange) => void
}

/** One request. Its body is text already, so that repeating it repeats its bytes. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
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
  const baseUrl = options.baseUrl.replace(/\/+$/u, "")
  // A browser's fetch refuses to be called as the method of another object.
  const send = options.fetch ?? ((url, init) => fetch(url, init))

  return async ({ body, headers = {}, method, path }) => {
    // The slash is ours: a path that could reach into the host name must not.
    const url = `${baseUrl}/${path.replace(/^\/+/u, "")}`
    const given = new Headers(typeof options.headers === "function" ? await options.headers() : options.headers)
    const own = new Headers({ accept: "application/json", ...(body === undefined ? {} : JSON_BODY), ...headers })
    const all = new Headers([...given, ...own])
  }
}
