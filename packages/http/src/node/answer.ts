import type { OutgoingHttpHeaders, ServerResponse } from "node:http"
import type { Reply } from "../serve/Reply.ts"

export interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array | string
}

/** All of an answer, before any of it is sent: one whose body fails must not look like a short one. */
export const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: headersOf(response.headers),
  body: new Uint8Array(await response.arrayBuffer())
})

/** RFC 6265 section 3: each Set-Cookie is a line of its own. */
const headersOf = (headers: Headers): OutgoingHttpHeaders => {
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(headers), ...(cookies.length === 0 ? {} : { "set-cookie": cookies }) }
}

export const answerOf = ({ body, headers, status }: Reply): Answer => ({ status, headers, body })

/** RFC 9110 section 8.6: an answer without content has no length to tell. With one, it goes out in one piece. */
export const writeAnswer = (outgoing: ServerResponse, { body, headers, status }: Answer): void => {
  const isBare = status === 204 || status === 304
  outgoing.writeHead(status, isBare ? headers : { ...headers, "content-length": Buffer.byteLength(body) })
  outgoing.end(body)
}
