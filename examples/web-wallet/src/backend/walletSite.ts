import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "@countersign/client/webhooks"
import { countersignExpress } from "@countersign/express"
import type { Countersign } from "countersign"
import express, { type RequestHandler, type Response, Router } from "express"
import { openIdProvider } from "./openid/provider.ts"
import { environment, type Platform } from "./platform.ts"
import { failed, fieldsOf, guarded, onThisMachine, pageOf, refuse } from "./site.ts"
import { signedInUsers } from "./visitors.ts"

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
const webhooks = (api: Platform["api"], feed: Feed): Router => {
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
  readonly countersign: Pick<Countersign, "api" | "bundleSigner" | "forVisitor">
  /** The origin of the page, such as `http://localhost:4100`. Passkeys require a host name, not an IP address. */
  readonly origin: string
  /** The folder that `vite build` writes. */
  readonly page: string
}

export interface WalletSite {
  /** The page, its backend and its identity provider, for `app.use(router)`. Other paths are passed on. */
  readonly router: Router
  /** Registers the webhook endpoint. Call it after the router is served. */
  readonly subscribe: () => Promise<void>
  readonly close: () => void
}

/** The wallet page and its backend. It serves the browser by `forVisitor`, so it needs no API token. */
export const walletSite = async ({ countersign, origin, page }: WalletSiteOptions): Promise<WalletSite> => {
  const api = countersign.api.in(environment)
  const { bundleSigner } = countersign
  const users = signedInUsers()
  const feed = makeFeed()
  const now = () => api.sandbox.now()
  const redirectUris = [`${origin}/signed-in.html`]
  const provider = await openIdProvider({
    issuer: issuerOf(origin),
    redirectUris,
    now: async () => Date.parse(await now())
  })

  const backend = Router()
  backend.use("/webhooks", webhooks(api, feed))
  backend.use("/api", (request, response, next) => {
    const userOf = () => {
      const user = users.of(request.headers.cookie)
      return user && { ...environment, customerId: user.customerId }
    }
    // A handler per request, because only Express knows the address. Behind a proxy, set its `trust proxy`.
    const served = countersign.forVisitor(userOf, {
      ...environment,
      signIn: async ({ owner }) => {
        const user = await owner()
        return user && { ...user, headers: { "set-cookie": users.add(user) } }
      },
      addressOf: () => request.ip
    })
    countersignExpress(served)(request, response, next)
  })
  backend.use(guarded)
  backend.get("/me", async (request, response) => {
    const user = users.of(request.headers.cookie)
    const email = user && (await api.customers.read(user.customerId)).email
    response.set("cache-control", "no-store").json({ ...user, email, bundleSigner, now: await now() })
  })
  backend.post("/sign-out", (request, response) => {
    users.remove(request.headers.cookie)
    response.json({})
  })
  backend.get("/events", (request, response) => {
    const user = users.of(request.headers.cookie)
    if (user === undefined) return refuse(response, 401, "UNAUTHORIZED", SIGNED_OUT)
    feed.open(user.customerId, request.get("last-event-id"), response)
  })
  backend.post("/clock/advance", express.json({ limit: "1kb" }), async (request, response) => {
    if (users.of(request.headers.cookie) === undefined) return refuse(response, 401, "UNAUTHORIZED", SIGNED_OUT)
    const { seconds } = fieldsOf(request.body)
    if (!STEPS.some((step) => step === seconds)) return refuse(response, 400, "INVALID_INPUT", "There is no such step.")
    response.json({ now: await api.sandbox.advance(Number(seconds) * 1000) })
  })
  backend.use((_, response) => refuse(response, 404, "NOT_FOUND", "There is no such page."))

  const router = Router().use(onThisMachine)
  router.use("/openid", provider)
  router.use("/wallet", backend, failed)
  router.get("/", named(origin))
  router.use(pageOf(page, "index.html"))
  return {
    router,
    subscribe: async () => {
      // Recovery is off until a platform turns it on.
      const { revision } = await api.settings.read()
      await api.settings.update({ revision, recovery: { savedCodes: ON, guardians: ON, operators: ON } })
      await api.config.update({ webhookEndpoint: `${loopbackOf(origin)}/wallet/webhooks` })
    },
    close: feed.close
  }
}

/** The steps of the clock that the page offers, in seconds. */
const STEPS = [360, 900, 86_400, 259_200]

const ON = { enabled: true }

const SIGNED_OUT = "You are not signed in to this page. Reload it."

/** The issuer that Countersign must trust: the OpenID provider of this site. */
export const issuerOf = (origin: string): string => `${origin}/openid`

/** Redirects from the IP address to the host name, because passkeys and the cookie belong to the host name. */
const named =
  (origin: string): RequestHandler =>
  (request, response, next) => {
    const { host, port } = new URL(origin)
    if (request.headers.host === `127.0.0.1:${port}` && !host.startsWith("127."))
      return response.redirect(307, `${origin}/`)
    next()
  }

/** `localhost` may resolve to an IPv6 address, where the server does not listen. */
const loopbackOf = (origin: string): string => origin.replace("//localhost", "//127.0.0.1")
