/** Response headers by lower-case name. */
export type ReplyHeaders = Readonly<Record<string, string>>

/** Why a reply is a refusal, for metrics and logs: its code, and the check that failed or its entry in the catalogue. */
export interface Refused {
  readonly code: string
  readonly check: string
}

/** A response before conversion: the web handler converts it into a `Response`, the Node bridge writes it directly. */
export class Reply {
  declare readonly status: number
  declare readonly headers: ReplyHeaders
  /** The empty string when the response has no body. */
  declare readonly body: string
  declare readonly refused: Refused | undefined

  constructor(status: number, body: string, headers: ReplyHeaders, refused?: Refused) {
    this.status = status
    this.body = body
    this.headers = headers
    this.refused = refused
  }
}

/** Returns a JSON reply; `indent` pretty-prints it. */
export const json = (
  status: number,
  body: unknown,
  headers?: ReplyHeaders,
  indent?: number,
  refused?: Refused
): Reply =>
  new Reply(
    status,
    JSON.stringify(body, undefined, indent),
    headers === undefined ? JSON_TYPE : { ...JSON_TYPE, ...headers },
    refused
  )

/** Adds the headers that every reply has. No cache stores it, unless it has its own `cache-control`. */
export const uncached = ({ body, headers, refused, status }: Reply, requestId: string): Reply =>
  new Reply(
    status,
    body,
    { "cache-control": "no-store", ...headers, "x-content-type-options": "nosniff", "x-request-id": requestId },
    refused
  )

/** The reply to HEAD: the headers of GET, with its content length and no body. */
export const bare = ({ body, headers, refused, status }: Reply): Reply =>
  new Reply(
    status,
    "",
    status === 204 ? headers : { ...headers, "content-length": String(new TextEncoder().encode(body).length) },
    refused
  )

const JSON_TYPE = { "content-type": "application/json" } as const

/** Converts a reply into a web `Response`. */
export const toResponse = ({ body, headers, status }: Reply): Response =>
  new Response(body === "" ? null : body, { status, headers })
