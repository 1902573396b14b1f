import type { OutgoingHttpHeaders, ServerResponse } from "node:http"

export interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array
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

export const writeAnswer = (outgoing: ServerResponse, { body, headers, status }: Answer): void => {
  outgoing.writeHead(status, headers)
  outgoing.end(body)
}
