import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { HostConversationOptions } from "@countersign/testkit"

/** A framework with Countersign in it, as the conversation asks for one. */
export interface Host {
  readonly name: string
  /** How Countersign is mounted, in a few words. */
  readonly mounting: string
  readonly listen: HostConversationOptions["listen"]
  /** The body parsers that stand in front in some stories. */
  readonly parsers: ReadonlyArray<string>
  /** The setting by which the framework trusts a proxy, where it has one. */
  readonly proxySetting?: string
  /** Stories that this host cannot keep, by name, each with the reason. The tests show that it does not keep them. */
  readonly exempt?: Readonly<Record<string, string>>
}

/** Opens a server on loopback, and tells where it listens and how it is closed. */
export const listening = (listener: RequestListener) => opened(createServer(listener))

const opened = async (server: Server) => {
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
