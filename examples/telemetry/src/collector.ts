import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A request that a collector received, by path: `/v1/traces`, `/v1/metrics`, `/v1/logs`. */
export interface Received {
  readonly path: string
  readonly body: unknown
}

/** A minimal OpenTelemetry collector that stores the requests it receives. Use your own collector instead. */
export const startCollector = async () => {
  const received: Array<Received> = []
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ path: request.url ?? "", body: JSON.parse(Buffer.concat(chunks).toString("utf8")) })
    response.setHeader("content-type", "application/json")
    response.end("{}")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received, close: () => void server.close() }
}
