import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "@countersign/client"
import { parseStrictJson } from "@countersign/wire"
import type { Countersign } from "countersign"
import type { ErrorRequestHandler, Request, Response } from "express"
import express, { type RequestHandler, Router } from "express"
import { guarded, headersOf, mayCall } from "./calls.ts"
import { openIdProvider } from "./openid/provider.ts"
import { openPlatform, type Platform } from "./platform.ts"
import { type Visitors, visitorsOf } from "./visitors.ts"

/** Sends an error in the same envelope as the Countersign API, so the page parses one error format. */
const refuse = (response: Response, status: number, code: string, message: string): void =>
  void response.status(status).json({ status, code, message })

// Express recognizes an error handler by its four parameters.
const failed: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = error instanceof Error && "status" in error ? error.status : undefined
  if (status === 413) return refuse(response, 413, "TOO_LARGE", "The request body exceeds 64 KiB.")
  refuse(
    response,
    500,
    "INTERNAL",
    "The server failed. Check whether the request took effect before you send it again."
  )
}

/** Forwards the allowed calls of the page to Countersign and adds the API token. */
const proxy = (platform: Platform, visitors: Visitors): Router => {
  const hand: RequestHandler = async (request, response) => {
    const visitor = await visitors.of(request)
    if (visitor === undefined)
      return refuse(response, 401, "UNAUTHORIZED", "The visitor cookie is missing. Reload the page.")
    const [path = "", query = ""] = request.url.split("?")
    const text = typeof request.body === "string" ? request.body : ""
    const body = text === "" ? undefined : jsonOf(text)
    const call = { method: request.method, path: decoded(path), query: new URLSearchParams(query), body }
    if (!PLAIN.test(call.path) || !(await mayCall(visitor, call, platform))) {
      return refuse(
        response,
        404,
        "NOT_FOUND",
        "This page cannot make this call, or the resource belongs to another customer."
      )
    }
    const answer = await platform.call(query === "" ? call.path : `${call.path}?${query}`, {
      method: request.method,
      headers: { ...handed(request.headers), ...deviceOf(request) },
      // The body is forwarded byte for byte, because signatures cover its exact bytes.
      ...(text === "" ? {} : { body: text })
    })
    response
      .status(answer.status)
      .set(returned(answer.headers))
      .send(await answer.text())
  }
  return Router().use(onlyJson, express.text({ type: "application/json", limit: "64kb" }), hand)
}

// A form of another site can send text without a CORS preflight, but not JSON. This backend approves no preflight.
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

/** The device of the end user. The page cannot set these headers, because only those of `handed` are forwarded. */
const deviceOf = (request: Request) => ({
  "service-client-user-agent": request.get("user-agent")?.slice(0, 1024) || "unknown",
  // Behind a proxy, set Express's `trust proxy` as the proxy requires.
  "service-client-address": request.ip ?? "unknown"
})

const returned = (headers: Headers) =>
  Object.fromEntries(
    ["content-type", "retry-after"]
      .flatMap((name) => [[name, headers.get(name) ?? ""] as const])
      .filter(([, value]) => value !== "")
  )

const decoded = (path: string): string => path.replaceAll(/%3A/giu, ":")

/** Letters, digits, hyphens and colons only, so every parser reads the path in the same way. */
const PLAIN = /^(?:\/[A-Za-z0-9:-]+)+$/u

/** Parses JSON as strictly as the API. Two parsers could read different values from a duplicate key. */
const jsonOf = (text: string): unknown => {
  try {
    return parseStrictJson(text)
  } catch {
    return undefined
  }
}

interface Feed {
  /** Sends an event to every open page of the customer, at most once per event id. */
  readonly publish: (customerId: string, event: WebhookEvent) => void
  /** Streams the events after `since`, then each new one until the page disconnects. */
  readonly open: (customerId: string, since: string | undefined, response: Response) => void
  readonly close: () => void
}

/** Server-sent events in memory: the newest events of each customer, and the pages that are connected. */
const makeFeed = (): Feed => {
  const events = new Map<string, ReadonlyArray<WebhookEvent>>()
  const open = new Map<Response, string>()
  // A proxy may close an idle connection, so the server sends a comment at intervals.
  const beat = setInterval(() => {
    for (const response of open.keys()) response.write(":\n\n")
  }, BEAT).unref()
  return {
    publish: (customerId, event) => {
      const before = events.get(customerId) ?? []
      if (before.some(({ id }) => id === event.id)) return
      events.set(customerId, [...before, event].slice(-MOST_EVENTS))
      for (const [response, owner] of open) if (owner === customerId) response.write(message(event))
    },
    open: (customerId, since, response) => {
      response.status(200).set({ "content-type": "text/event-stream", "cache-control": "no-store" })
      const all = events.get(customerId) ?? []
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

const MOST_EVENTS = 100
const BEAT = 20_000

/** Receives webhooks, verifies their signature, and forwards each event to the pages of its customer. */
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

/** The customer that an event concerns. `undefined` for an event without a customer, such as `TEST`. */
const customerOf = ({ data, type }: WebhookEvent): string | undefined => {
  const { customerId, id }: Readonly<Record<string, unknown>> = typeof data === "object" ? { ...data } : {}
  const owner = type.startsWith("CUSTOMER.") ? id : customerId
  return typeof owner === "string" ? owner : undefined
}

export interface WalletSiteOptions {
  readonly countersign: Pick<Countersign, "api" | "bundleSigner" | "handler">
  /** The origin of the page, such as `http://localhost:4100`. Passkeys require a host name, not an IP address. */
  readonly origin: string
  /** The folder that `vite build` writes. */
  readonly page?: string
}

export interface WalletSite {
  /** The page, its backend and its identity provider, for `app.use(router)`. Other paths are passed on. */
  readonly router: Router
  /** Registers the webhook endpoint. Call it after the router is served. */
  readonly subscribe: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The wallet page and its backend. The backend has the API token, so the browser needs none. */
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
    if (visitor === undefined)
      return refuse(response, 401, "UNAUTHORIZED", "The visitor cookie is missing. Reload the page.")
    feed.open(visitor.customerId, request.get("last-event-id"), response)
  })
  backend.use("/api", proxy(platform, visitors))
  backend.use((_, response) => refuse(response, 404, "NOT_FOUND", "There is no such page."))

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

/** The issuer that Countersign must trust: the OpenID provider of this site. */
export const issuerOf = (origin: string): string => `${origin}/openid`

/** The folder that `vite build` writes, for imports from `src` and from `dist`. */
export const SITE = fileURLToPath(new URL("../../dist/site", import.meta.url))

const HEADERS = Object.entries(headersOf("'none'"))

/** Redirects from the IP address to the host name, because passkeys and the cookie belong to the host name. */
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
    response.status(503).type("text").send("The page has not been built. Run: npm run build -w examples/web-wallet\n")
  }

/** `localhost` may resolve to an IPv6 address, where the server does not listen. */
const loopbackOf = (origin: string): string => origin.replace("//localhost", "//127.0.0.1")
