import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Countersign } from "countersign"
import express, { type RequestHandler, Router } from "express"
import { makeFeed } from "./feed.ts"
import { guarded, headersOf } from "./guarded.ts"
import { openIdProvider } from "./openid/provider.ts"
import { openPlatform } from "./platform.ts"
import { proxy } from "./proxy.ts"
import { failed, refuse } from "./refuse.ts"
import { visitorsOf } from "./visitors.ts"
import { webhooks } from "./webhooks.ts"

export interface WalletSiteOptions {
  readonly countersign: Pick<Countersign, "api" | "bundleSigner" | "handler">
  /** Where the browser finds the page, `http://localhost:4100`. A passkey wants a name: an address of digits will not do. */
  readonly origin: string
  /** The folder that `vite build` made. */
  readonly page?: string
}

export interface WalletSite {
  /** The page, its backend and its identity provider, for `app.use(router)`. What is none of theirs is passed on. */
  readonly router: Router
  /** Has events sent here from now on. Call it once the router is served. */
  readonly subscribe: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The wallet page and what stands behind it: a backend that has the token, so that the browser needs none. */
export const walletSite = async ({ countersign, origin, page = SITE }: WalletSiteOptions): Promise<WalletSite> => {
  const platform = await openPlatform(countersign)
  const { api, bundleSigner } = platform
  const visitors = visitorsOf(platform)
  const feed = makeFeed()
  const now = () => api.sandbox.now()
  const redirectUris = [`${origin}/signed-in.html`]
  const provider = await openIdProvider({
    issuer: issuerOf(origin),
    redirectUris,
    now: async () => Date.parse(await now())
  })

  const backend = Router()
  backend.use("/webhooks", webhooks(platform, feed))
  backend.use(guarded)
  backend.get("/me", async (request, response) => {
    const visitor = await visitors.welcome(request, response)
    response.set("cache-control", "no-store").json({ ...visitor, bundleSigner, now: await now() })
  })
  backend.get("/events", async (request, response) => {
    const visitor = await visitors.of(request)
    if (visitor === undefined) return refuse(response, 401, "UNAUTHORIZED", "Nobody is known here. Open the page anew.")
    feed.open(visitor.customerId, request.get("last-event-id"), response)
  })
  backend.use("/api", proxy(platform, visitors))
  backend.use((_, response) => refuse(response, 404, "NOT_FOUND", "There is nothing here."))

  const router = Router()
  router.use("/openid", provider)
  router.use("/wallet", backend, failed)
  router.get("/", named(origin), built(page))
  router.use(express.static(page, { setHeaders: (response) => void response.setHeaders(new Map(HEADERS)) }))
  return {
    router,
    subscribe: async () => {
      await api.config.update({ webhookEndpoint: `${loopbackOf(origin)}/wallet/webhooks` })
    },
    close: async () => {
      feed.close()
      await platform.close()
    }
  }
}

/** The issuer to have Countersign trust: that of the provider beside the page. */
export const issuerOf = (origin: string): string => `${origin}/openid`

/** Where `vite build` puts the page, seen from `src` and from `dist` alike. */
export const SITE = fileURLToPath(new URL("../../dist/site", import.meta.url))

const HEADERS = Object.entries(headersOf("'none'"))

/** Sends whoever came by an address of digits to the name, where passkeys work and the cookie is. */
const named =
  (origin: string): RequestHandler =>
  (request, response, next) => {
    const { host, port } = new URL(origin)
    if (request.headers.host === `127.0.0.1:${port}` && !host.startsWith("127."))
      return response.redirect(307, `${origin}/`)
    next()
  }

const built =
  (page: string): RequestHandler =>
  (_, response, next) => {
    if (existsSync(join(page, "index.html"))) return next()
    response.status(503).type("text").send("The page is not built: npm run build -w examples/web-wallet\n")
  }

/** The name may lead to an IPv6 address, where nobody listens. */
const loopbackOf = (origin: string): string => origin.replace("//localhost", "//127.0.0.1")
