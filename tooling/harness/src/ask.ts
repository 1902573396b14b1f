import { once } from "node:events"
import { request } from "node:http"

export interface Question {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | Array<string>>>
  readonly body?: string | Uint8Array
}

/** An answer as it came, with what differs from run to run masked. */
export interface Answer {
  readonly status: number | undefined
  readonly headers: ReadonlyArray<string>
  readonly body: string
}

/** Asks a host, and reads the whole answer. */
export const ask = async (
  origin: string,
  { body, headers = {}, method = "GET", path }: Question,
  mask = masked
): Promise<Answer> => {
  const asked = request(`${origin}${path}`, { method, headers, agent: false })
  asked.end(body)
  const [response] = await once(asked, "response")
  const chunks: Array<Buffer> = []
  for await (const chunk of response) chunks.push(chunk)
  return {
    status: response.statusCode,
    headers: headersOf(response.rawHeaders, mask),
    body: mask(Buffer.concat(chunks).toString("latin1"))
  }
}

/** What a connection says of itself and of where a body ends, the time of day, and the name of the framework. */
const NOT_COMPARED = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  "x-powered-by"
])

const headersOf = (raw: ReadonlyArray<string>, mask: typeof masked): ReadonlyArray<string> =>
  raw
    .flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""] as const] : []))
    .filter(([name]) => !NOT_COMPARED.has(name))
    .map(([name, value]) => `${name}: ${mask(value)}`)
    .sort()

const masked = (text: string): string => text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, "<id>")
