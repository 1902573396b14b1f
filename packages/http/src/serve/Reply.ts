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
  written(status, JSON.stringify(body, undefined, indent), headers)

/** An answer whose body is this JSON text. */
export const written = (status: number, text: string, headers?: ReplyHeaders): Reply =>
  new Reply(status, text, headers === undefined ? JSON_ALONE : { ...JSON_TYPE, ...headers })

/** Nothing of this API may be kept by a cache or read as anything but what it says it is. */
export const unkept = (reply: Reply): Reply => {
  const { body, headers, status } = reply
  return headers === JSON_ALONE ? reply : new Reply(status, body, { ...headers, ...UNKEPT })
}

const JSON_TYPE = { "content-type": "application/json" } as const
const UNKEPT = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const

/** What most answers carry and nothing else, made once. */
const JSON_ALONE: ReplyHeaders = Object.freeze({ ...JSON_TYPE, ...UNKEPT })

/** The answer as the web has it. */
export const toResponse = ({ body, headers, status }: Reply): Response =>
  new Response(body === "" ? null : body, { status, headers })
