import type { IncomingMessage } from "node:http"
import { gunzipSync } from "node:zlib"

/** Does what parsers do: takes JSON off the stream, unpacks it, and leaves what it means in `body`. Says whether it could. */
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
