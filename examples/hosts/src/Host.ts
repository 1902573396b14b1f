import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { HostConversationOptions } from "@countersign/testkit"

/** A framework with Countersign mounted, as the conformance suite requires. */
export interface Host {
  readonly name: string
  /** How Countersign is mounted, in a few words. */
  readonly mounting: string
  readonly listen: HostConversationOptions["listen"]
  /** The body parsers that run in front in some tests. */
  readonly parsers: ReadonlyArray<string>
  /** The setting by which the framework trusts a proxy, if it has one. */
  readonly proxySetting?: string
  /** Tests that this host cannot pass, by name. The test run asserts that each fails as it says. */
  readonly exempt?: Readonly<Record<string, Exemption>>
}

/** Why a host cannot pass a test, and the text of the failure. */
export interface Exemption {
  readonly reason: string
  readonly fails: string
}

/** How a host that joins repeated headers fails the tests of them. */
export const joining = (reason: string) => ({
  header: { reason, fails: "A rejected request does not reach the handler. Expected 0, found 1" },
  next: {
    reason: `it rejects a repeated header; ${reason}`,
    fails: "The rejection comes first. At [0]: expected 400, found 200"
  }
})

/** Starts a server on loopback, and returns its address and a function that closes it. */
export const listening = (listener: RequestListener) => opened(createServer({ keepAliveTimeout: 600_000 }, listener))

const opened = async (server: Server) => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("a listening server has a port")
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

/** The tests make the handler fail on purpose, so failures are not logged. */
export const quiet = { onDefect: () => "told" }
