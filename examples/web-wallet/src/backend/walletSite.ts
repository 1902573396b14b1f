import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "@countersign/client"
import { parseStrictJson } from "@countersign/wire"
import type { Countersign } from "countersign"
import type { ErrorRequestHandler, Response } from "express"
import express, { type RequestHandler, Router } from "express"
import { guarded, headersOf, mayCall } from "./calls.ts"
import { openIdProvider } from "./openid/provider.ts"
import { openPlatform, type Platform } from "./platform.ts"
import { type Visitors, visitorsOf } from "./visitors.ts"

/** Refuses in the envelope of the service, so that the page reads one kind of refusal. */
const refuse = (response: Response, status: number, code: string, message: string): void =>
  void response.status(status).json({ status, code, message })

// Express knows an error handler by its four parameters.
const failed: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = error instanceof Error && "status" in error ? error.status : undefined
  if (status === 413) return refuse(response, 413, "TOO_LARGE", "The body is over 64 KiB.")
  refuse(response, 500, "INTERNAL", "Something went wrong here. Look before you send it again.")
}

/** Hands the page's calls on to Countersign: those on the list, about the visitor's own things, with the token added. */
const proxy = (platform: Platform, visitors: Visitors): Router => {
  const hand: RequestHandler = async (request, response) => {
    const visitor = await visitors.of(request)
    if (visitor === undefined) return refuse(response, 401, "UNAUTHORIZED", "Nobody is known here. Open the page anew.")
    const [path = "", query = ""] = request.url.split("?")
    const text = typeof request.body === "string" ? request.body : ""
    const body = text === "" ? undefined : jsonOf(text)
    const asked = { method: request.method, path: decoded(path), query: new URLSearchParams(query), body }
    if (!PLAIN.test(asked.path) || !(await mayCall(visitor, asked, platform))) {
      return refuse(response, 404, "NOT_FOUND", "The page has no such call, or this is none of yours.")
    }
    const answer = await platform.call(query === "" ? asked.path : `${asked.path}?${query}`, {
      method: request.method,
      headers: handed(request.headers),
      // To the byte: what was signed is what came.
      ...(text === "" ? {} : { body: text })
    })
    response
      .status(answer.status)
      .set(returned(answer.headers))
      .send(await answer.text())
  }
  return Router().use(onlyJson, express.text({ type: "application/json", limit: "64kb" }), hand)
}

// A form of another site can post text, but JSON only with leave, which nobody gives here.
const onlyJson: RequestHandler = (request, response, next) => {
  const isEmpty = request.headers["content-length"] === undefined || request.headers["content-length"] === "0"
  if (isEmpty || request.is("application/json") === "application/json") return next()
  refuse(response, 415, "UNSUPPORTED_MEDIA_TYPE", "The body must be JSON.")
}

const handed = (headers: Readonly<Record<string, string | readonly string[] | undefined>>) =>
  Object.fromEntries(
    ["content-type", "service-wallet-signature", "request-id", "idempotency-key", "sandbox-fault"].flatMap((name) => {
      const value = headers[name]
      return typeof value === "string" ? [[name, value] as const] : []
    })
  )

const returned = (headers: Headers) =>
  Object.fromEntries(
    ["content-type", "retry-after"]
      .flatMap((name) => [[name, headers.get(name) ?? ""] as const])
      .filter(([, value]) => value !== "")
  )

const decoded = (path: string): string => path.replaceAll(/%3A/giu, ":")

/** Letters, digits and colons: nothing that two readers of a path may read in two ways. */
const PLAIN = /^(?:\/[A-Za-z0-9:-]+)+$/u

/** As strictly as the service reads it: of a key that stands there twice, two readers might each take another. */
const jsonOf = (text: string): unknown => {
  try {
    return parseStrictJson(text)
  } catch {
    return undefined
  }
}

interface Feed {
  /** Tells every open page of a customer, once for each id. */
  readonly publish: (customerId: string, event: WebhookEvent) => void
  /** Streams what there is since an event, and then what comes, until the page leaves. */
  readonly open: (customerId: string, since: string | undefined, response: Response) => void
  readonly close: () => void
}

/** The newest events of each customer, and the pages that wait for more: server-sent events, in memory. */
const makeFeed = (): Feed => {
  const told = new Map<string, ReadonlyArray<WebhookEvent>>()
  const open = new Map<Response, string>()
  // A proxy between would cut a connection on which nothing moves.
  const beat = setInterval(() => {
    for (const response of open.keys()) response.write(":\n\n")
  }, BEAT).unref()
  return {
    publish: (customerId, event) => {
      const before = told.get(customerId) ?? []
      if (before.some(({ id }) => id === event.id)) return
      told.set(customerId, [...before, event].slice(-KEPT))
      for (const [response, owner] of open) if (owner === customerId) response.write(message(event))
    },
    open: (customerId, since, response) => {
      response.status(200).set({ "content-type": "text/event-stream", "cache-control": "no-store" })
      const all = told.get(customerId) ?? []
      const missed = all.slice(1 + all.findIndex(({ id }) => id === since))
      response.write(`retry: 1000\n\n${missed.map(message).join("")}`)
      open.set(response, customerId)
      response.on("close", () => open.delete(response))
    },
    close: () => {
      clearInterval(beat)
      for (const response of open.keys()) response.end()
    }
  }
}

const message = (event: WebhookEvent): string => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`

const KEPT = 100
const BEAT = 20_000

/** Receives what Countersign tells the platform, believes it if Countersign signed it, and tells whom it is about. */
const webhooks = ({ api }: Platform, feed: Feed): Router => {
  const receive: RequestHandler = async (request, response) => {
    try {
      const publicKeys = (await api.webhooks.keys()).data.flatMap(({ publicKey }) => publicKey ?? [])
      const event = await verifyWebhook({ body: request.body, headers: request.headers, publicKeys })
      const customerId = customerOf(event)
      if (customerId !== undefined) feed.publish(customerId, event)
      response.sendStatus(204)
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      response.status(400).send(error.code)
    }
  }
  return Router().post("/", express.raw({ type: "application/json", limit: "256kb" }), receive)
}

/** Whose event it is. One that is about nobody, as a TEST is, is nobody's. */
const customerOf = ({ data, type }: WebhookEvent): string | undefined => {
  const { customerId, id }: Readonly<Record<string, unknown>> = typeof data === "object" ? { ...data } : {}
  const owner = type.startsWith("CUSTOMER.") ? id : customerId
  return typeof owner === "string" ? owner : undefined
}

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
