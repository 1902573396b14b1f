import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { Server } from "node:net"

export const listening = async (listener: RequestListener) => {
  const server = createServer({ keepAliveTimeout: 600_000 }, listener)
  const close = async () => {
    const closed = once(server.close(), "close")
    server.closeAllConnections()
    await closed
  }
  return { port: await portOf(server), close }
}

/** Listens on a free loopback port and returns it. */
export const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("a server that listens has a port")
  return address.port
}
