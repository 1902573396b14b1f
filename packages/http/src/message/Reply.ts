/** Response headers by lower-case name. */
export type ReplyHeaders = Readonly<Record<string, string>>

/** A response before conversion: the web handler converts it into a `Response`, the Node bridge writes it directly. */
export class Reply {
  declare readonly status: number
  declare readonly headers: ReplyHeaders
  /** The empty string when the response has no body. */
  declare readonly body: string

  constructor(status: number, body: string, headers: ReplyHeaders) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Returns a JSON reply; `indent` pretty-prints it. */
export const json = (status: number, body: unknown, headers?: ReplyHeaders, indent?: number): Reply =>
  new Reply(
    status,
    JSON.stringify(body, undefined, indent),
    headers === undefined ? JSON_TYPE : { ...JSON_TYPE, ...headers }
  )

/** Adds the headers that every reply has. No cache stores it, unless it has its own `cache-control`. */
export const uncached = ({ body, headers, status }: Reply, requestId: string): Reply =>
  new Reply(status, body, {
    "cache-control": "no-store",
    ...headers,
    "x-content-type-options": "nosniff",
    "x-request-id": requestId
  })

/** The reply to HEAD: the headers of GET, with its content length and no body. */
export const bare = ({ body, headers, status }: Reply): Reply =>
  new Reply(
    status,
    "",
    status === 204 ? headers : { ...headers, "content-length": String(new TextEncoder().encode(body).length) }
  )

const JSON_TYPE = { "content-type": "application/json" } as const

/** Converts a reply into a web `Response`. */
export const toResponse = ({ body, headers, status }: Reply): Response =>
  new Response(body === "" ? null : body, { status, headers })
