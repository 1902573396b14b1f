import { once } from "node:events"
import { request } from "node:http"

export interface Question {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | Array<string>>>
  readonly body?: string | Uint8Array
}

/** A response, with the parts that differ between runs masked. */
export interface Answer {
  readonly status: number | undefined
  readonly headers: ReadonlyArray<string>
  readonly body: string
}

/** Makes a call to a host and reads the whole response. */
export const sendRequest = async (
  origin: string,
  { body, headers = {}, method = "GET", path }: Question,
  mask = masked
): Promise<Answer> => {
  const outgoing = request(`${origin}${path}`, { method, headers, agent: false })
  outgoing.end(body)
  const [response] = await once(outgoing, "response")
  const chunks: Array<Buffer> = []
  for await (const chunk of response) chunks.push(chunk)
  return {
    status: response.statusCode,
    headers: headersOf(response.rawHeaders, mask),
    body: mask(Buffer.concat(chunks).toString("latin1"))
  }
}

/** Headers that are not compared: of the connection, the length of the body, the date, and the framework. */
const NOT_COMPARED = /^(?:connection|content-length|date|keep-alive|transfer-encoding|x-powered-by)$/u

const headersOf = (raw: ReadonlyArray<string>, mask: typeof masked): ReadonlyArray<string> =>
  raw
    .flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""] as const] : []))
    .filter(([name]) => !NOT_COMPARED.test(name))
    .map(([name, value]) => `${name}: ${mask(value)}`)
    .sort()

const masked = (text: string): string => text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, "<id>")
