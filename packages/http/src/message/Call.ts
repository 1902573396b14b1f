/** Headers of a call, by name in lower case; what came more than once is joined by commas. */
export type CallHeaders = Readonly<Record<string, string>>

/** Why a body cannot be had. */
export type BodyFault = "BodyMalformed" | "BodyTaken" | "BodyTooLarge"

/** Carries a body fault through the stream of a web `Request`, to the reader that `webCall` makes. */
export class BodyUnreadable extends Error {
  readonly tag: BodyFault

  constructor(tag: BodyFault) {
    super(`The request body cannot be read: ${tag}`)
    this.tag = tag
  }
}

/** A call as any host hands it over: what the web handler and the Node bridge have in common. */
export interface Call {
  readonly method: string
  /** Path and query, as the request line spells them: not decoded, not normalised. */
  readonly target: string
  readonly headers: CallHeaders
  /** Reads the body, at most once. Returns `BodyTooLarge` for more than `limit` bytes, without reading the rest. */
  readonly body: (limit: number) => Promise<Uint8Array | BodyFault>
  /** Tells when the caller has gone; answers how to stop listening. */
  readonly onGone: (gone: () => void) => () => void
}

/** Whether a web `Request` cannot carry a method (Fetch standard, section 2.2.1). No endpoint has one of them. */
export const isForbidden = (method: string): boolean => FORBIDDEN.has(method.toUpperCase())

const FORBIDDEN = new Set(["CONNECT", "TRACE", "TRACK"])

/** A web `Request` as a call. Its target is what the URL parser made of the request line. */
export const webCall = (request: Request): Call => {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    target: pathname + search,
    headers: headersOf(request.headers),
    body: (limit) => bodyOf(request, limit),
    onGone: (gone) => {
      const { signal } = request
      if (signal.aborted) gone()
      else signal.addEventListener("abort", gone, { once: true })
      return () => signal.removeEventListener("abort", gone)
    }
  }
}

export const headersOf = (headers: Headers): CallHeaders => Object.fromEntries(headers)

/** The body, up to `limit` bytes. Of a longer one the first chunk beyond the limit is read, and the rest is not. */
export const bodyOf = async (request: Request, limit: number): Promise<Uint8Array | BodyFault> => {
  if (request.bodyUsed) return "BodyTaken"
  if (Number(request.headers.get("content-length")) > limit) return "BodyTooLarge"
  try {
    return await streamed(request, limit)
  } catch (error) {
    if (error instanceof BodyUnreadable) return error.tag
    throw error
  }
}

const streamed = async (request: Request, limit: number): Promise<Uint8Array | BodyFault> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  const reader = request.body?.getReader()
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > limit) {
      // Not waited for: of a request that was cloned, one half is over only when the other is.
      reader.cancel().catch(() => {})
      return "BodyTooLarge"
    }
    chunks.push(value)
  }
  return chunks.length === 1 ? (chunks[0] ?? NOTHING) : joined(chunks, length)
}

const joined = (chunks: ReadonlyArray<Uint8Array>, length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

const NOTHING = new Uint8Array(0)
