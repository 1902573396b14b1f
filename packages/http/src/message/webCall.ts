import { BodyUnreadable } from "./Call.ts"
import type { BodyFault, Call } from "./hostTypes.ts"

/** Converts a web `Request` into a call. Its target is the URL parser's result, not the original request line. */
export const webCall = (request: Request): Call => {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    target: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: (limit) => bodyOf(request, limit),
    onDisconnect: (disconnected) => {
      const { signal } = request
      if (signal.aborted) disconnected()
      else signal.addEventListener("abort", disconnected, { once: true })
      return () => signal.removeEventListener("abort", disconnected)
    }
  }
}

/** The same without consuming the body: reads a copy of it. A consumed body cannot be copied. */
export const webCallOfHost = (request: Request): Call => ({
  ...webCall(request),
  body: async (limit) => (request.bodyUsed ? "BodyAlreadyRead" : bodyOf(request.clone(), limit))
})

/** Reads up to `limit` bytes. Stops at the first chunk that exceeds the limit. */
const bodyOf = async (request: Request, limit: number): Promise<Uint8Array | BodyFault> => {
  if (request.bodyUsed) return "BodyAlreadyRead"
  if (Number(request.headers.get("content-length")) > limit) return "BodyTooLarge"
  try {
    return await streamed(request, limit)
  } catch (error) {
    if (error instanceof BodyUnreadable) return error.tag
    throw error
  }
}

const streamed = async (request: Request, limit: number): Promise<Uint8Array | BodyFault> => {
  const chunks: Array<Uint8Array<ArrayBuffer>> = []
  let length = 0
  const reader = request.body?.getReader()
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > limit) {
      // Not awaited: cancelling one branch of a cloned request settles only when the other branch is cancelled or read.
      reader.cancel().catch(() => {})
      return "BodyTooLarge"
    }
    chunks.push(value)
  }
  return chunks.length === 1 ? (chunks[0] ?? NOTHING) : new Uint8Array(await new Blob(chunks).arrayBuffer())
}

const NOTHING = new Uint8Array(0)
