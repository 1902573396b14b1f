import { once } from "node:events"
import type { RequestListener } from "node:http"
import { connect as connectHttp2, createServer as createHttp2 } from "node:http2"
import { createRequire } from "node:module"
import { createClient } from "@countersign/client"
import { countersignExpress, countersignGuard as expressGuard } from "@countersign/express"
import { countersignFastify, countersignGuard as fastifyGuard } from "@countersign/fastify"
import { type NodeRequest, nodeBridge, nodeGuard } from "@countersign/http/node"
import { countersignKoa, countersignGuard as koaGuard } from "@countersign/koa"
import { getRequestListener } from "@hono/node-server"
import { createCountersign, mountedUnder } from "countersign"
import express5 from "express"
import makeFastify from "fastify"
import { Hono } from "hono"
import Koa3 from "koa"
import mount from "koa-mount"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { dial, encoded } from "../../../packages/kits/testkit/src/conversation/line.ts"
import { listening } from "../src/Host.ts"

// The types are those of the newer versions, as far as this test uses them.
const require = createRequire(import.meta.url)
const express4: typeof express5 = require("express4")
const Koa2: typeof Koa3 = require("koa2")

const countersign = createCountersign({ logs: "none" })
const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
const { id = "", secret = "" } = countersign.sandboxToken ?? {}
const authorization = `Basic ${btoa(`${id}:${secret}`)}`
const closers: Array<() => unknown> = []
afterAll(async () => {
  for (const close of closers) await close()
  await countersign.close()
})

const FORBIDDEN = "/wallet/2025-10-13/tokens"
const session = wallet.requireSession()

/** The routes of a host behind its guard, by the account that the route itself reads from the path. */
const served: Array<string> = []
const serve = (what: string) => {
  served.push(what)
  return { served: what }
}

/**
 * In each framework: a rule of the host that responds with 403 to one path in front of the mount, a guard on two
 * routes, and a guard on a route with a parameter.
 */
const hosts: Readonly<Record<string, () => Promise<RequestListener> | RequestListener>> = {
  ...Object.fromEntries(
    [["Express 5", express5] as const, ["Express 4", express4] as const].map(([name, express]) => [
      name,
      () => {
        const app = express()
        app.use(FORBIDDEN, (_request, response) => void response.status(403).end())
        app.use("/wallet", countersignExpress(countersign))
        for (const path of ["/balance", "/close-account"]) {
          app.get(
            path,
            expressGuard(session, (_, response: express5.Response) => void response.json(serve(path)))
          )
        }
        const wallets = expressGuard(session, (request: express5.Request, response: express5.Response) => {
          response.json(serve(String(Object(request.params).id)))
        })
        app.use("/wallets/:id", wallets)
        return app
      }
    ])
  ),
  ...Object.fromEntries(
    [["Koa 3", Koa3] as const, ["Koa 2", Koa2] as const].map(([name, Koa]) => [
      name,
      () => {
        const app = new Koa()
        app.silent = true
        app.use(async (context, next) => {
          if (context.path === FORBIDDEN) context.status = 403
          else await next()
        })
        app.use(mount("/wallet", countersignKoa(countersign)))
        const guarded = koaGuard(session, (context: Koa3.Context) => {
          context.body = serve(context.path.replace("/wallets/", ""))
        })
        app.use(guarded)
        return app.callback()
      }
    ])
  ),
  "Fastify 5": async () => {
    const app = makeFastify({ exposeHeadRoutes: false })
    app.addHook("onRequest", async (request, reply) => {
      if (request.url === FORBIDDEN) await reply.code(403).send()
    })
    app.register(countersignFastify(countersign), { prefix: "/wallet" })
    for (const path of ["/balance", "/close-account"]) {
      app.get(
        path,
        fastifyGuard(session, async (_, reply) => reply.send(serve(path)))
      )
    }
    app.get(
      "/wallets/:id",
      fastifyGuard(session, async ({ params }, reply) => reply.send(serve(String(Object(params).id))))
    )
    await app.ready()
    closers.push(() => app.close())
    return app.routing
  },
  "Hono 4": () => {
    const app = new Hono()
    app.use(FORBIDDEN, async (context) => context.body(null, 403))
    const mounted = mountedUnder("/wallet", countersign.handler)
    app.all("/wallet/*", ({ req }) => mounted(req.raw))
    for (const path of ["/balance", "/close-account"]) {
      const route = session.handler(() => Response.json(serve(path)))
      app.get(path, ({ req }) => route(req.raw))
    }
    const wallets = session.handler((_, __, account: string) => Response.json(serve(account)))
    app.get("/wallets/:id", ({ req }) => wallets(req.raw, req.param("id")))
    return getRequestListener(app.fetch)
  },
  "node:http": () => {
    const bridge = nodeBridge(mountedUnder("/wallet", countersign.handler))
    const pass = nodeGuard(session)
    return async (request: NodeRequest, response) => {
      const { url = "" } = request
      if (url === FORBIDDEN) return void response.writeHead(403).end()
      if (url.startsWith("/wallet/")) return bridge(request, response)
      if ((await pass(request, response)) === undefined) return
      response.end(JSON.stringify(serve(url.replace("/wallets/", ""))))
    }
  }
}

/** A session of a wallet, and its proof for a call. */
const owner = async () => {
  const client = createClient({
    baseUrl: "http://host.test/2025-10-13",
    headers: { authorization },
    bundleSigner: countersign.bundleSigner,
    fetch: (url, init) => countersign.handler(new Request(url, init))
  })
  const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const {
    data: [account]
  } = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
  const [credential] = await wallet.credentials.list(String(account?.id))
  const signer = await client.emailOtp.login({ credentialId: String(credential?.id), code: () => "000000" })
  return async (path: string) =>
    Object.entries(await client.prove(signer, { method: "GET", url: `http://host.test${path}` }))
}
let proofFor: Awaited<ReturnType<typeof owner>>
beforeAll(async () => {
  proofFor = await owner()
})

/** Sends raw bytes on a new connection, because an HTTP library would normalize the target. */
const raw = async (origin: string, question: Parameters<typeof encoded>[0]) => {
  const line = await dial(origin, 10_000)
  line.say(encoded(question, "/"))
  const answer = await line.hear(question.method)
  line.hangUp()
  return answer
}

/** Spellings of `/wallet/2025-10-13/tokens` that once bypassed the rule, and similar ones. */
const aroundTheRule = [
  "/wallet/2025-10-13/x/../tokens",
  "/wallet/2025-10-13/./tokens",
  "/wallet/2025-10-13/%2e/tokens",
  "/wallet/2025-10-13\\tokens",
  "/wallet/2025-10-13/x/%2e%2e/tokens",
  "/wallet/x/../2025-10-13/tokens",
  "/wallet//2025-10-13/tokens",
  "/wallet/2025-10-13//tokens",
  "//wallet/2025-10-13/tokens",
  "/wallet/2025-10-13/%74okens",
  "/wallet/2025-10-13%2Ftokens",
  "/%77allet/2025-10-13/tokens",
  "/wallet/2025-10-13/tokens/.",
  "/wallet/2025-10-13/tokens#x",
  "http://host.test/wallet/2025-10-13/x/../tokens",
  "http://host.test\\wallet/2025-10-13/tokens"
]

/** Spellings of `/balance` that begin with another path. */
const aroundTheProof = [
  "/close-account/../balance",
  "/close-account/%2e%2e/balance",
  "/close-account\\..\\balance",
  "/close-account/.%2e/balance"
]

/** Spellings of `/wallets/attacker` in which the parameter is another wallet, or missing. */
const aroundTheParameter = [
  "/wallets/victim/../attacker",
  "/wallets/victim/%2e%2e/attacker",
  "/wallets/victim\\..\\attacker",
  "/wallets/%61ttacker",
  "/wallets/x%2F..%2Fattacker",
  "/wallets//attacker"
]

describe.each(Object.entries(hosts))("in %s", (name, host) => {
  let origin = ""
  beforeAll(async () => {
    const opened = await listening(await host())
    closers.push(opened.close)
    origin = opened.origin
  })

  it("FA6, FA7: no spelling of a path bypasses a rule of the host in front of the mount", async () => {
    const headers = [["Authorization", authorization] as const]
    expect((await raw(origin, { target: FORBIDDEN, headers })).status).toBe(403)
    expect((await raw(origin, { target: FORBIDDEN.replace("tokens", "customers"), headers })).status).toBe(200)
    for (const target of aroundTheRule) {
      const { body, status } = await raw(origin, { target, headers })
      expect([target, [400, 403, 404].includes(status)]).toEqual([target, true])
      expect([target, String(body).includes('"data"')]).toEqual([target, false])
    }
  })

  /**
   * Calls each target with a proof for `signed`. Each must be served as signed, or rejected with one of these statuses.
   */
  const servesOnly = async (signed: string, answer: string, refusals: Array<number>, targets: Array<string>) => {
    served.splice(0)
    for (const target of targets) {
      const { status } = await raw(origin, { target, headers: await proofFor(signed) })
      // A server that normalizes the target before it routes serves the path that was signed.
      if (status === 200) expect([target, served.pop()]).toEqual([target, answer])
      else expect([target, refusals.includes(status)]).toEqual([target, true])
    }
    expect(served).toEqual([])
    const own = await raw(origin, { target: signed, headers: await proofFor(signed) })
    expect([own.status, served.splice(0)]).toEqual([200, [answer]])
  }

  it("FA6: a proof for one path is not accepted for any other path, in any spelling", () =>
    servesOnly("/balance", "/balance", [400, 404], aroundTheProof))

  it("FA6: the guard and the route of a path with a parameter read the same parameter", () =>
    servesOnly("/wallets/attacker", "attacker", [400, 401, 404], aroundTheParameter))

  // A web Request of GET has no body, so there is nothing that a route could read.
  it.skipIf(name === "Hono 4")("FA6: a GET behind a guard is rejected with a body, and served without", async () => {
    served.splice(0)
    for (const [header, body] of [
      [["Content-Length", "2"], "{}"],
      [["Transfer-Encoding", "chunked"], "2\r\n{}\r\n0\r\n\r\n"]
    ] as const) {
      const headers = [...(await proofFor("/balance")), ["Content-Type", "application/json"] as const, header]
      const answer = await raw(origin, { target: "/balance", headers, body })
      expect([answer.status, JSON.parse(String(answer.body)).reason]).toEqual([400, "Body on GET or HEAD"])
    }
    expect(served).toEqual([])
    const headers = [...(await proofFor("/balance")), ["Content-Length", "0"] as const]
    expect((await raw(origin, { target: "/balance", headers })).status).toBe(200)
    served.splice(0)
  })
})

describe("a guard", () => {
  it("reads the path as the client signed it, if it has the options of a mount under a prefix", async () => {
    const pass = nodeGuard(session, { prefix: "/shop" })
    const { close, origin } = await listening(async (request, response) => {
      if ((await pass(request, response)) !== undefined) response.end("granted")
    })
    closers.push(close)
    for (const path of ["/shop/balance", "/balance"]) {
      const { body, status } = await raw(origin, { target: path, headers: await proofFor(path) })
      expect([path, status, String(body)]).toEqual([path, 200, "granted"])
    }
  })
})

describe("over HTTP/2", () => {
  let origin = ""
  const signed = wallet.requireSignature("Pay", () => ({ accountId: "nobody", payload: {} }))
  beforeAll(async () => {
    const bridge = nodeBridge(countersign)
    const [pass, passSigned] = [nodeGuard(session), nodeGuard(signed)]
    const server = createHttp2(async (incoming, outgoing) => {
      const [request, response]: [NodeRequest, Parameters<RequestListener>[1]] = [Object(incoming), Object(outgoing)]
      const { url = "" } = request
      if (url.includes("read")) for await (const _ of request);
      if (url.startsWith("/2025-10-13")) return bridge(request, response)
      const granted = await (url.startsWith("/pay") ? passSigned : pass)(request, response)
      if (granted !== undefined) response.end(JSON.stringify(serve(url)))
    })
    await once(server.listen(0, "127.0.0.1"), "listening")
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
    closers.push(() => server.close())
  })

  const ask = async (headers: Record<string, string>, body?: string) => {
    const client = connectHttp2(origin)
    const stream = client.request(headers, { endStream: body === undefined })
    if (body !== undefined) stream.end(body)
    const [answer] = await once(stream, "response")
    const chunks: Array<Buffer> = []
    for await (const chunk of stream) chunks.push(chunk)
    client.close()
    const text = String(Buffer.concat(chunks))
    return { status: answer[":status"], body: text === "" ? {} : JSON.parse(text) }
  }
  const json = { "content-type": "application/json", authorization }

  it("FA6: a body that was read and not passed on is rejected with its error code, at the mount and at a guard", async () => {
    const profile = '{"customerType":"INDIVIDUAL"}'
    const made = await ask({ ...json, ":method": "POST", ":path": "/2025-10-13/customers" }, profile)
    expect(made.status).toBe(201)
    for (const path of ["/2025-10-13/auth/credentials?read", "/pay/read"]) {
      const { body, status } = await ask({ ...json, ":method": "POST", ":path": path }, profile)
      expect([path, status, body.reason]).toEqual([path, 400, "Body already read"])
    }
    // There was no body to read.
    expect((await ask({ ...json, ":method": "POST", ":path": "/pay/read" })).body.reason).toBeUndefined()
  })

  it("H8: a body without a declared length is read up to the limit, if the host creates no web request", async () => {
    const sized = (length: number) => '{"customerType":"INDIVIDUAL"}'.padEnd(length)
    const made = (length: number) =>
      ask({ ...json, ":method": "POST", ":path": "/2025-10-13/customers" }, sized(length))
    expect([(await made(65_536)).status, (await made(65_537)).status]).toEqual([201, 413])
  })

  it("H8: a body without an end is rejected while it is being sent", async () => {
    const client = connectHttp2(origin)
    const stream = client.request(
      { ...json, ":method": "POST", ":path": "/2025-10-13/customers" },
      { endStream: false }
    )
    stream.write(" ".repeat(65_537))
    const [answer] = await once(stream, "response", { signal: AbortSignal.timeout(30_000) })
    expect(answer[":status"]).toBe(413)
    stream.close()
    client.close()
  })

  it("FA6: a target that is not in its normal form and the body of a GET are rejected with their error codes", async () => {
    for (const path of ["/2025-10-13/x/../customers", "/x/../balance", "/%2e/balance", "/a//balance"]) {
      const { body, status } = await ask({ ...json, ":method": "GET", ":path": path })
      expect([path, status, body.reason]).toEqual([path, 400, "Path not in normal form"])
    }
    const proof = Object.fromEntries(await proofFor("/balance"))
    const withBody = await ask({ ...proof, ":method": "GET", ":path": "/balance" }, "{}")
    expect([withBody.status, withBody.body.reason]).toEqual([400, "Body on GET or HEAD"])
    const bare = await ask({ ...Object.fromEntries(await proofFor("/balance")), ":method": "GET", ":path": "/balance" })
    expect([bare.status, bare.body]).toEqual([200, { served: "/balance" }])
  })

  it("FA5: a call without a token is a 401 before its body is sent", async () => {
    const client = connectHttp2(origin)
    const stream = client.request(
      { "content-type": "application/json", ":method": "POST", ":path": "/2025-10-13/customers" },
      { endStream: false }
    )
    const [answer] = await once(stream, "response")
    expect(answer[":status"]).toBe(401)
    stream.close()
    client.close()
  })
})
