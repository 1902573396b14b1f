import { listen } from "./server.ts"
import type { Settings } from "./settings.ts"
import { openWallet } from "./wallet.ts"

/** How long `stop` waits for requests in progress, in milliseconds. */
const PATIENCE = 10_000

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
    const late = setTimeout(() => server.closeAllConnections(), PATIENCE)
    await close()
    clearTimeout(late)
    await wallet.close()
  }
  let stopped: Promise<void> | undefined
  return {
    url: `http://localhost:${port}`,
    bundleSigners: wallet.bundleSigners,
    stop: () => {
      stopped ??= stop()
      return stopped
    }
  }
}
