import { once } from "node:events"
import { createServer } from "node:http"
import { countersignGuard } from "@countersign/express"
import { createCountersign } from "countersign"
import express from "express"
import { issuerOf, operatorSite, walletSite } from "../src/backend/index.ts"
import type { Reply } from "../src/page/calls.ts"

/**
 * The page and its backend on loopback, over a real sandbox in memory. A test may stub the endpoints that add an
 * account and that list banks. `bodies` and `queries` record the requests to those stubs.
 */
export const served = async (page: string) => {
  const server = createServer({ keepAliveTimeout: 600_000 })
  await once(server.listen(0, "localhost"), "listening")
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("A server that listens has an address")
  const origin = `http://localhost:${address.port}`

  const countersign = createCountersign({
    webhooks: { allowPrivate: true },
    sandbox: { issuers: [issuerOf(origin)] },
    policy: { sessionClientRetention: 900_000 },
    logs: "none"
  })
  const bodies: Array<Readonly<Record<string, unknown>>> = []
  const queries: unknown[] = []
  const addresses: unknown[] = []
  const answers: { account: (() => Promise<Reply>) | undefined; discoveries: (() => Promise<Reply>) | undefined } = {
    account: undefined,
    discoveries: undefined
  }
  const stubbed = async (request: Request, serve: (request: Request) => Promise<Response>): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const isAccount = request.method === "POST" && pathname.endsWith("/customers/external-accounts")
    if (isAccount) bodies.push(await request.clone().json())
    const isAsking = pathname.endsWith("/discoveries")
    if (isAsking) queries.push(Object.fromEntries(searchParams))
    const instead = isAccount ? answers.account : isAsking ? answers.discoveries : undefined
    if (instead === undefined) return serve(request)
    const { body, status } = await instead()
    return Response.json(body, { status })
  }

  const forVisitor: typeof countersign.forVisitor = (userOf, options) => {
    const serve = countersign.forVisitor(userOf, options)
    return (request) => {
      addresses.push(options.addressOf?.(request))
      return stubbed(request, serve)
    }
  }
  const site = await walletSite({ countersign: { ...countersign, forVisitor }, origin, page })
  const platform = countersign.api.in({ platformId: "web-wallet", mode: "sandbox" })
  const operator = await operatorSite({ countersign, page })
  // An endpoint of the host itself, behind a proof of the session.
  const proven = platform.requireSession()
  const app = express()
  app.get(
    "/proven",
    countersignGuard(proven, (_, response, { id }) => response.end(id))
  )
  server.on("request", app.use("/operator", operator.router).use(site.router))
  await site.subscribe()
  return {
    origin,
    url: `${origin}/`,
    bodies,
    queries,
    /** The address that the backend passes with each call, newest last. */
    addresses,
    answers,
    platform,
    /** The OpenAPI document of the API. */
    document: async () =>
      (await countersign.handler(new Request("http://countersign.invalid/2025-10-13/openapi.json"))).json(),
    bundleSigner: countersign.bundleSigner,
    /** The API, for a caller with a token of its own. */
    handler: countersign.handler,
    /** Advances the sandbox clock without a request of the page. */
    advance: (by: "15 minutes" | "3 days") => platform.sandbox.advance(by),
    closeOperator: operator.close,
    close: async () => {
      await operator.close().catch(() => undefined)
      await site.close()
      server.close()
      server.closeAllConnections()
      await countersign.close()
    }
  }
}
