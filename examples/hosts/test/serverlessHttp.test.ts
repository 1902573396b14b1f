import { createServer } from "node:http"
import { createRequire } from "node:module"
import { createClient } from "@countersign/client"
import { countersignExpress } from "@countersign/express"
import { countersignFastify } from "@countersign/fastify"
import { nodeBridge } from "@countersign/http/node"
import { countersignKoa } from "@countersign/koa"
import { type Countersign, createCountersign } from "countersign"
import express from "express"
import fastify from "fastify"
import Koa from "koa"
import mount from "koa-mount"
import serverless from "serverless-http"
import { afterAll, describe, expect, it } from "vitest"
import { listening } from "../src/Host.ts"

// The types are those of Express 5, as far as this file uses them.
const express4: typeof express = createRequire(import.meta.url)("express4")

const serviceOf = () => {
  const countersign = createCountersign({ logs: "none" })
  services.push(countersign)
  const { id = "", secret = "" } = countersign.sandboxToken ?? {}
  return { countersign, authorization: `Basic ${btoa(`${id}:${secret}`)}` }
}
const services: Array<Countersign> = []
afterAll(() => Promise.all(services.map((each) => each.close())))

/** The applications that serverless-http wraps, each with the service under `/wallet`. */
const applications: ReadonlyArray<
  readonly [name: string, app: (countersign: Countersign) => object | Promise<object>]
> = [
  ["Express 5", (countersign) => express().use("/wallet", countersignExpress(countersign))],
  [
    "Express 5 behind its JSON parser",
    (countersign) => express().use(express.json()).use("/wallet", countersignExpress(countersign))
  ],
  ["Express 4", (countersign) => express4().use("/wallet", countersignExpress(countersign))],
  ["Koa", (countersign) => new Koa().use(mount("/wallet", countersignKoa(countersign)))],
  [
    "Fastify",
    async (countersign) => {
      const app = fastify()
      await app.register(countersignFastify(countersign), { prefix: "/wallet" })
      return app
    }
  ],
  [
    "the server of Fastify",
    async (countersign) => {
      const app = fastify()
      await app.register(countersignFastify(countersign), { prefix: "/wallet" })
      await app.ready()
      return app.server
    }
  ],
  ["a function", (countersign) => nodeBridge(countersign, { prefix: "/wallet" })],
  [
    "a server",
    (countersign) => createServer({ keepAliveTimeout: 600_000 }, nodeBridge(countersign, { prefix: "/wallet" }))
  ]
]

/** Its types do not name Fastify, which it also wraps. */
const wrapped = (app: object): serverless.Handler => Reflect.apply(serverless, undefined, [app])

interface Result {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isBase64Encoded: boolean
}
const isResult = (value: object): value is Result => "statusCode" in value && "body" in value

interface Sent {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The events that AWS sends for one request. */
const events = {
  "a REST API": ({ body, headers, method, path, query }: Sent) => ({
    httpMethod: method,
    path,
    multiValueQueryStringParameters: Object.fromEntries(
      [...new URLSearchParams(query)].map(([name, value]) => [name, [value]])
    ),
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    requestContext: { requestId: "1", identity: { sourceIp: "127.0.0.1" } },
    body: body === "" ? null : body,
    isBase64Encoded: false
  }),
  "an HTTP API": ({ body, headers, method, path, query }: Sent) => ({
    version: "2.0",
    rawPath: path,
    rawQueryString: query,
    headers,
    requestContext: { http: { method, sourceIp: "127.0.0.1" } },
    ...(body === "" ? {} : { body: Buffer.from(body).toString("base64") }),
    isBase64Encoded: true
  })
} as const

const calling =
  (handler: serverless.Handler, eventOf: (sent: Sent) => object) =>
  async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const event = eventOf({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: Object.fromEntries(request.headers),
      body: await request.text()
    })
    const result = await handler(event, {})
    if (!isResult(result)) throw new Error("no result")
    const { body, headers, isBase64Encoded, statusCode } = result
    const content = Buffer.from(body, isBase64Encoded ? "base64" : "utf8")
    return new Response(statusCode === 204 ? null : content, { status: statusCode, headers })
  }

describe.each(Object.entries(events))("GH4: serverless-http behind %s", (_, eventOf) => {
  it.each(applications)("signs a user in and out through %s", async (_, app) => {
    const { authorization, countersign } = serviceOf()
    const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
    const fetch = calling(wrapped(await app(countersign)), eventOf)
    const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
    const { data } = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
    const accountId = String(data[0]?.id)
    const [credential] = await wallet.credentials.list(accountId)
    const client = createClient({
      baseUrl: "http://localhost/wallet/2025-10-13",
      headers: { authorization },
      bundleSigner: countersign.bundleSigner,
      fetch
    })
    const session = await client.emailOtp.login({ credentialId: String(credential?.id), code: () => "000000" })
    expect(await client.sessions.list(accountId)).toHaveLength(1)
    await client.logout(session)
    expect(await client.sessions.list(accountId)).toHaveLength(0)
    const unknown = { headers: { authorization: "Basic eDp5" } }
    expect((await fetch("http://localhost/wallet/2025-10-13/customers?limit=1", unknown)).status).toBe(401)
  })
})

describe("GH4: the headers that middleware leaves", () => {
  const { authorization, countersign } = serviceOf()
  const statusBehind = async (
    change: (request: express.Request) => void,
    headers: Record<string, string> = { authorization }
  ) => {
    const app = express()
    app.use((request, _, next) => {
      change(request)
      next()
    })
    app.use(countersignExpress(countersign))
    const { close, origin } = await listening(app)
    const { status } = await fetch(`${origin}/2025-10-13/customers?limit=1`, { headers })
    await close()
    return status
  }

  it("count, and those that it removes do not", async () => {
    expect(await statusBehind(() => {})).toBe(200)
    expect(await statusBehind(({ headers }) => delete headers.authorization)).toBe(401)
    expect(
      await statusBehind(({ headers }) => {
        headers.authorization = "Basic eDp5"
      })
    ).toBe(401)
    expect(
      await statusBehind(({ headers }) => {
        headers.authorization = authorization
      }, {})
    ).toBe(200)
  })
})
