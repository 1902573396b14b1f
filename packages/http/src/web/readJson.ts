import { decodeUtf8, parseStrictJson, WireError } from "@countersign/wire"
import type { Details } from "../errors/answer.ts"
import type { EdgeTag } from "../errors/RefusalTag.ts"

/** 1 MiB. */
export const BODY_LIMIT = 1_048_576

export interface Unreadable {
  readonly tag: EdgeTag
  readonly details?: Details
}

/**
 * The body as JSON text, judged strictly before anything decides on it: declared as JSON, within the limit, UTF-8, no
 * repeated key, no lone surrogate or NUL, no deep nest. No body at all is malformed, where `whenEmpty` does not stand for it.
 */
export const readJson = async (request: Request, whenEmpty?: string): Promise<string | Unreadable> => {
  if (request.bodyUsed) return { tag: "BodyTaken" }
  if (request.headers.has("content-encoding")) return { tag: "ContentTypeUnsupported" }
  const bytes = await readAtMost(request, BODY_LIMIT)
  if (bytes === undefined) return { tag: "BodyTooLarge" }
  if (bytes.length === 0 && whenEmpty !== undefined) return whenEmpty
  if (bytes.length > 0 && !isJson(request.headers.get("content-type"))) return { tag: "ContentTypeUnsupported" }
  try {
    const text = decodeUtf8(bytes)
    parseStrictJson(text)
    return text
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { tag: "BodyMalformed", details: { errors: [{ field: error.path ?? "", message: error.message }] } }
  }
}

/** The body as the text of a JSON object, or of the empty one where it is none. */
export const readObject = async (request: Request): Promise<string> => {
  const text = await readJson(request)
  return typeof text === "string" && /^\s*\{/u.test(text) ? text : "{}"
}

const isJson = (contentType: string | null) =>
  /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/iu.test(contentType ?? "")

const readAtMost = async (request: Request, limit: number): Promise<Uint8Array | undefined> => {
  if (Number(request.headers.get("content-length")) > limit) return undefined
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
      return undefined
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
