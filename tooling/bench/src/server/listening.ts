import { once } from "node:events"
import { createServer as createHttpServer, type RequestListener } from "node:http"
import type { AddressInfo, Server } from "node:net"

/** Serves HTTP on loopback. */
export const listening = async (listener: RequestListener) => {
  const server = createHttpServer({ keepAliveTimeout: 600_000 }, listener)
  const port = await portOf(server)
  return {
    port,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}

/** Listens on a free port of loopback, and tells which. */
export const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === "string") throw new Error("a server that listens has a port")
  return address.port
}
