import type { ServerResponse } from "node:http"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** All of an answer, before any of it is sent: one whose body fails must not look like a short one. */
export const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: new Uint8Array(await response.arrayBuffer())
})

export const writeAnswer = (outgoing: ServerResponse, { body, headers, status }: Answer): void => {
  outgoing.writeHead(status, headers)
  outgoing.end(body)
}
