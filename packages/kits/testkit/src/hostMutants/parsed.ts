import type { IncomingMessage } from "node:http"
import { gunzipSync } from "node:zlib"

/** Acts as a body parser: reads and decompresses JSON, and stores it in `body`. Returns whether it was parsed. */
export const parsed = async (incoming: IncomingMessage): Promise<boolean> => {
  const { headers } = incoming
  const isEmpty = headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0
  if (isEmpty || headers["content-type"] !== "application/json") return true
  try {
    const chunks: Array<Buffer> = []
    for await (const chunk of incoming) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const text = String(headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes)
    Object.assign(incoming, { body: JSON.parse(text) })
    return true
  } catch {
    return false
  }
}
