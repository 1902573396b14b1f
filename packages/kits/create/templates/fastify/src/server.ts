import { countersignFastify, countersignGuard } from "@countersign/fastify"
import statics from "@fastify/static"
import fastify from "fastify"
import { assets, pageHeaders, pageOf } from "./page.ts"
import type { Settings } from "./settings.ts"
import type { Wallet } from "./wallet.ts"

export const listen = async (wallet: Wallet, { host, port }: Settings) => {
  const app = fastify()

  // Countersign reads its own bodies, after authentication.
  app.register(countersignFastify(wallet.users), { prefix: "/wallet" })
  app.register(countersignFastify(wallet.health), { prefix: "/health" })

  app.get(
    "/api/me",
    countersignGuard(wallet.session, (_request, _reply, { accountId }) => ({ accountId }))
  )

  app.get("/", (request, reply) => reply.headers(pageHeaders).send(pageOf(wallet, request.headers)))
  app.register(statics, { root: assets, prefix: "/assets/" })

  await app.listen({ port, host })
  return { server: app.server, close: () => app.close() }
}
