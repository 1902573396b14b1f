import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { gunzipSync } from "node:zlib"
import { nodeBridge } from "@countersign/http/node"
import type { Host, Mount } from "./conversation/service.ts"

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** A host without a framework: Node's HTTP server, the bridge, a prefix stripped by hand, and one parser, "json". */
export const bareHost = (mount: Mount): Promise<Host> => listening(bareListener(mount))

export const bareListener = ({ handler, parser, prefix }: Mount): Listener => {
  // The tests make the handler fail on purpose, so failures are not logged.
  const serve = nodeBridge(handler, { onDefect: () => "told" })
  return async (incoming, outgoing) => {
    const url = behind(prefix, incoming.url ?? "/")
    if (url === undefined) return void outgoing.writeHead(404).end()
    if (parser === "json" && !(await parsed(incoming))) return void outgoing.writeHead(400).end()
    await serve(Object.assign(incoming, { url }), outgoing)
  }
}

/** The part of a request target after the prefix, or undefined when the target is outside the prefix. */
export const behind = (prefix: string, target: string): string | undefined => {
  if (prefix === "/") return target
  const path = target.replace(/^https?:\/\/[^/?#]*/iu, "")
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : "beside"
  if (rest.startsWith("/")) return rest
  return rest === "" || rest.startsWith("?") ? `/${rest}` : undefined
}

export const listening = async (listener: Listener): Promise<Host> => {
  const server = createServer(listener)
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}

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
