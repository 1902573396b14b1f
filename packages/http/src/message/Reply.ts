/** Headers of an answer, by name in lower case. */
export type ReplyHeaders = Readonly<Record<string, string>>

/** An answer that no host has yet: the web handler makes a `Response` of it, the Node bridge writes it as it is. */
export class Reply {
  readonly status: number
  readonly headers: ReplyHeaders
  /** Empty where there is none. */
  readonly body: string

  constructor(status: number, body: string, headers: ReplyHeaders) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** An answer whose body is JSON; with `indent`, JSON that people like to read. */
export const json = (status: number, body: unknown, headers?: ReplyHeaders, indent?: number): Reply =>
  new Reply(
    status,
    JSON.stringify(body, undefined, indent),
    headers === undefined ? JSON_TYPE : { ...JSON_TYPE, ...headers }
  )

/** The reply with the headers that every reply has: its request id, no caching, and no guessing of its type. */
export const uncached = ({ body, headers, status }: Reply, requestId: string): Reply =>
  new Reply(status, body, {
    ...headers,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId
  })

/** The reply to HEAD: the headers of GET, with the length of the body that GET has. */
export const bare = ({ body, headers, status }: Reply): Reply =>
  new Reply(status, "", status === 204 ? headers : { ...headers, "content-length": String(lengthOf(body)) })

const lengthOf = (text: string): number => new TextEncoder().encode(text).length

const JSON_TYPE = { "content-type": "application/json" } as const

/** The answer as the web has it. */
export const toResponse = ({ body, headers, status }: Reply): Response =>
  new Response(body === "" ? null : body, { status, headers })
