import { setTimeout } from "node:timers/promises"
import { listen } from "./server.ts"
import type { Settings } from "./settings.ts"
import { openWallet } from "./wallet.ts"

/** How long `stop` waits for requests in progress, and then for mail in delivery: `docker stop` waits for 10 seconds. */
const PATIENCE = 4_000

/** Starts the service. `stop` refuses new connections, finishes requests in progress, and closes the database last. */
export const start = async (settings: Settings) => {
  const wallet = await openWallet(settings)
  const { close, server } = await listen(wallet, settings)
  // A slow caller occupies a connection for 30 seconds at most.
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : settings.port

  const stop = async () => {
    await Promise.race([close(), setTimeout(PATIENCE, undefined, { ref: false })])
    server.closeAllConnections()
    await wallet.close(PATIENCE)
  }
  let stopped: Promise<void> | undefined
  return {
    server,
    url: `http://localhost:${port}`,
    bundleSigners: wallet.bundleSigners,
    stop: () => {
      stopped ??= stop()
      return stopped
    }
  }
}
