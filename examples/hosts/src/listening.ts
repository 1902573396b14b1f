import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"

/** Opens a server on loopback, and tells where it listens and how it is closed. */
export const listening = (listener: RequestListener) => opened(createServer(listener))

export const opened = async (server: Server) => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("a server that listens has a port")
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}

/** The stories make the handler fail on purpose: nobody needs to be told. */
export const quiet = { onDefect: () => "told" }
