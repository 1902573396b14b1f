import { once } from "node:events"
import { createServer } from "node:http"
import { countersignExpress, countersignGuard } from "@countersign/express"
import express, { type Request, type Response } from "express"
import { assets, pageHeaders, pageOf } from "./page.ts"
import type { Settings } from "./settings.ts"
import type { Wallet } from "./wallet.ts"

export const listen = async (wallet: Wallet, { host, port }: Settings) => {
  const app = express().disable("x-powered-by")

  // In front of body parsers: Countersign reads its own bodies, after authentication.
  app.use("/wallet", countersignExpress(wallet.users))
  app.use("/health", countersignExpress(wallet.health))

  app.get(
    "/api/me",
    countersignGuard(wallet.session, (_: Request, response: Response, { accountId }) => response.json({ accountId }))
  )

  app.get("/", (request, response) => response.set(pageHeaders).send(pageOf(wallet, request.headers)))
  app.use("/assets", express.static(assets))

  const server = createServer(app)
  await once(server.listen(port, host), "listening")
  return {
    server,
    close: async () => {
      await once(server.close(), "close")
    }
  }
}
