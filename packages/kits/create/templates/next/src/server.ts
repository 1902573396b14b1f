import { once } from "node:events"
import { createServer } from "node:http"
import next from "next"
import type { Settings } from "./settings.ts"
import { share } from "./shared.ts"
import type { Wallet } from "./wallet.ts"

/** A server of our own, so that a stop first finishes the requests and then closes the wallet. */
export const listen = async (wallet: Wallet, { host, port }: Settings) => {
  share(wallet)
  const app = next({ dev: process.argv.includes("--dev") })
  await app.prepare()
  const serve = app.getRequestHandler()
  const server = createServer((request, response) => void serve(request, response))
  await once(server.listen(port, host), "listening")
  return {
    server,
    close: async () => {
      await once(server.close(), "close")
      await app.close()
    }
  }
}
