import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import {
  type AddressInfo,
  createServer as createSocketServer,
  type ListenOptions,
  type Server,
  type Socket
} from "node:net"

/** Starts an HTTP server on a free port of loopback. `close` ends its connections too. */
export const listening = async (listener: RequestListener) => {
  const server = createServer({ keepAliveTimeout: 600_000 }, listener)
  const close = async () => {
    const closed = once(server.close(), "close")
    server.closeAllConnections()
    await closed
  }
  return { port: await portOf(server), server, close }
}

/** Starts a socket server on a free port. `close` ends its connections too. */
export const socketServer = async (serve: (socket: Socket) => void, on?: ListenOptions) => {
  const sockets = new Set<Socket>()
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy()).once("close", () => sockets.delete(socket))
    serve(socket)
  })
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: await portOf(server, on), sockets, close }
}

/** Listens on a free port of loopback, or of other addresses, and returns the port. */
export const portOf = async (server: Server, on: ListenOptions = { host: "127.0.0.1" }): Promise<number> => {
  await once(server.listen({ ...on, port: 0 }), "listening")
  const { port } = server.address() as AddressInfo
  return port
}

let tried = process.pid * 31
/** A port on which no process listens, below those that the system gives to connections while its server is down. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    tried += 1
    const port = 10_000 + (tried % 22_000)
    const probe = createSocketServer()
    probe.on("error", () => resolve(freePort()))
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(port)))
  })
