import { once } from "node:events"
import { createServer } from "node:http"
import { countersignExpress } from "@countersign/express"
import { createCountersign } from "countersign"
import express from "express"
import { forgetServer, rememberServer, type SandboxServer } from "./sandboxServer.ts"

/** Serves a sandbox on loopback, and leaves word of it for `npm run login`. */
export const startSandboxServer = async ({ port }: { readonly port: number }) => {
  const countersign = createCountersign()
  const app = express()
  app.use(countersignExpress(countersign))
  const listening = createServer(app)
  await once(listening.listen(port, "127.0.0.1"), "listening")
  const address = listening.address()
  const bound = typeof address === "object" && address !== null ? address.port : port
  const server: SandboxServer = {
    baseUrl: `http://127.0.0.1:${bound}/2025-10-13`,
    token: countersign.sandboxToken ?? { id: "", secret: "" },
    bundleSigner: countersign.bundleSigner
  }
  await rememberServer(server)
  return {
    ...server,
    developmentDefaults: countersign.developmentDefaults,
    close: async () => {
      await forgetServer()
      listening.closeAllConnections()
      listening.close()
      await countersign.close()
    }
  }
}
