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
export const json = (status: number, body: unknown, headers: ReplyHeaders = {}, indent?: number): Reply =>
  new Reply(status, JSON.stringify(body, undefined, indent), { "content-type": "application/json", ...headers })

/** Nothing of this API may be kept by a cache or read as anything but what it says it is. */
export const unkept = ({ body, headers, status }: Reply): Reply =>
  new Reply(status, body, { ...headers, "cache-control": "no-store", "x-content-type-options": "nosniff" })

/** The answer as the web has it. */
export const toResponse = ({ body, headers, status }: Reply): Response =>
  new Response(body === "" ? null : body, { status, headers })
