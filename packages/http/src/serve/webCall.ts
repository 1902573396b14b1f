import { type BodyFault, BodyUnreadable, type Call, type CallHeaders } from "./Call.ts"

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
