/** A response as it was received: header names in lower case, one entry per header line. */
export interface Answer {
  readonly status: number
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: Buffer
}

/** The values of a header, one per line. */
export const valuesOf = ({ headers }: Answer, name: string): ReadonlyArray<string> =>
  headers.flatMap(([each, value]) => (each === name ? [value] : []))

/** Parses one HTTP/1.1 response from the start of the received bytes. Returns undefined while it is incomplete. */
export const readAnswer = (
  received: Buffer,
  method: string,
  isOver: boolean
): { readonly answer: Answer; readonly length: number } | undefined => {
  const end = received.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const [first = "", ...lines] = received.subarray(0, end).toString("latin1").split("\r\n")
  const status = Number(/^HTTP\/1\.1 (\d{3})/u.exec(first)?.[1])
  const start = end + 4
  // RFC 9110 section 15.2: an interim response has no body, and the final response follows it.
  if (status < 200) {
    const read = readAnswer(received.subarray(start), method, isOver)
    return read === undefined ? undefined : { answer: read.answer, length: start + read.length }
  }
  const headers = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(":")
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const body = bodyAfter(received.subarray(start), method, status, new Map(headers), isOver)
  return body && { answer: { status, headers, body: body.bytes }, length: start + body.length }
}

/** RFC 9112 section 6.3, in order of precedence. Returns the body, and its length on the connection. */
const bodyAfter = (
  rest: Buffer,
  method: string,
  status: number,
  headers: ReadonlyMap<string, string>,
  isOver: boolean
) => {
  if (method === "HEAD" || status === 204 || status === 304) return { bytes: Buffer.alloc(0), length: 0 }
  if (headers.get("transfer-encoding") === "chunked") return dechunked(rest)
  const length = headers.get("content-length")
  if (length === undefined) return isOver ? { bytes: rest, length: rest.length } : undefined
  return rest.length < Number(length) ? undefined : { bytes: rest.subarray(0, Number(length)), length: Number(length) }
}

const dechunked = (rest: Buffer) => {
  const chunks: Array<Buffer> = []
  let at = 0
  for (;;) {
    const line = rest.indexOf("\r\n", at)
    if (line === -1) return undefined
    const size = Number.parseInt(rest.subarray(at, line).toString("latin1"), 16)
    const next = line + 2 + size + 2
    if (!(next <= rest.length)) return undefined
    if (size === 0) return { bytes: Buffer.concat(chunks), length: next }
    chunks.push(rest.subarray(line + 2, line + 2 + size))
    at = next
  }
}
