import type { RequestListener } from "node:http"
import { createRequire } from "node:module"
import { createClient } from "@countersign/client"
import { countersignGuard as expressGuard } from "@countersign/express"
import { countersignGuard as fastifyGuard } from "@countersign/fastify"
import { nodeGuard } from "@countersign/http/node"
import { countersignGuard as koaGuard } from "@countersign/koa"
import { getRequestListener } from "@hono/node-server"
import bodyParser from "@koa/bodyparser"
import { Controller, Post, Req, UseGuards } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { createCountersign } from "countersign"
import express5 from "express"
import makeFastify from "fastify"
import { Hono } from "hono"
import Koa3 from "koa"
import mount from "koa-mount"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { listening } from "../src/Host.ts"
import { WalletGuard } from "../src/index.ts"

// The types are those of the newer versions, as far as this test uses them.
const require = createRequire(import.meta.url)
const express4: typeof express5 = require("express4")
const Koa2: typeof Koa3 = require("koa2")

const countersign = createCountersign({ logs: "none" })
const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
const closers: Array<() => unknown> = []
afterEach(() => Promise.all(closers.splice(0).map((close) => close())))
afterAll(() => countersign.close())

const payoutGuard = wallet.requireSignature("CreatePayout", ({ body }) => {
  const { accountId = "", amount = 0 } = Object(body)
  return { accountId: String(accountId), payload: { amount, fee: 1 } }
})

/** `POST /shop/payouts` in each framework: its own parser, the guard, and a response in the framework's own way. */
const hosts: Readonly<Record<string, () => Promise<RequestListener> | RequestListener>> = {
  ...Object.fromEntries(
    [["Express 5", express5] as const, ["Express 4", express4] as const].map(([name, express]) => [
      name,
      () => {
        const routes = express.Router()
        routes.post(
          "/payouts",
          express.json(),
          expressGuard(payoutGuard, (_request, response: express5.Response, { payload }) => {
            response.status(201).json(payload)
          })
        )
        return express().use("/shop", routes)
      }
    ])
  ),
  ...Object.fromEntries(
    [["Koa 3", Koa3] as const, ["Koa 2", Koa2] as const].map(([name, Koa]) => [
      name,
      () => {
        const shop = new Koa()
        shop.use(bodyParser())
        shop.use(
          koaGuard(payoutGuard, (context: Koa3.Context, { payload }) => {
            context.status = 201
            context.body = payload
          })
        )
        return new Koa().use(mount("/shop", shop)).callback()
      }
    ])
  ),
  "Fastify 5": async () => {
    const app = makeFastify()
    app.register(
      async (scope) => {
        scope.post(
          "/payouts",
          fastifyGuard(payoutGuard, async (_request, reply, { payload }) => reply.code(201).send(payload))
        )
      },
      { prefix: "/shop" }
    )
    await app.ready()
    closers.push(() => app.close())
    return app.routing
  },
  "NestJS 11": async () => {
    class Payouts {
      pay({ granted }: { readonly granted: { readonly payload: unknown } }) {
        return granted.payload
      }
    }
    // As decorators: @Controller("shop"), @Post("payouts"), @UseGuards(new WalletGuard(payoutGuard)), @Req().
    Controller("shop")(Payouts)
    const pay: TypedPropertyDescriptor<unknown> = { value: Payouts.prototype.pay }
    for (const decorate of [Post("payouts"), UseGuards(new WalletGuard(payoutGuard))]) {
      decorate(Payouts.prototype, "pay", pay)
    }
    Req()(Payouts.prototype, "pay", 0)
    class AppModule {}
    const app = await NestFactory.create({ module: AppModule, controllers: [Payouts] }, { logger: false })
    await app.init()
    return app.getHttpAdapter().getInstance()
  },
  "Hono 4": () => {
    const app = new Hono()
    const payouts = payoutGuard.handler((_request, { payload }) => Response.json(payload, { status: 201 }))
    app.post("/shop/payouts", ({ req }) => payouts(req.raw))
    return getRequestListener(app.fetch)
  },
  "node:http": () => {
    const pass = nodeGuard(payoutGuard)
    return async (request, response) => {
      const signed = await pass(request, response)
      if (signed !== undefined) response.writeHead(201).end(JSON.stringify(signed.payload))
    }
  }
}

const originOf = async (listener: RequestListener) => {
  const { close, origin } = await listening(listener)
  closers.push(close)
  return origin
}

describe.each(Object.entries(hosts))("POST /payouts, which its user must sign, in %s", (_, host) => {
  it("runs once for a signed call, with the signed content, and an unsigned call receives a response from the guard", async () => {
    const origin = await originOf(await host())
    const { id = "", secret = "" } = countersign.sandboxToken ?? {}
    const seen: Array<number> = []
    const client = createClient({
      baseUrl: `${origin}/shop`,
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      bundleSigner: countersign.bundleSigner,
      // Sign-in goes to the service, payouts to the host.
      fetch: async (input, init) => {
        const url = String(input)
        const isOwn = url.endsWith("/payouts")
        const answer = isOwn
          ? await fetch(url, init)
          : await countersign.handler(new Request(url.replace("/shop", "/2025-10-13"), init))
        if (isOwn) seen.push(answer.status)
        return answer
      }
    })
    const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
    const {
      data: [account]
    } = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
    const [credential] = await wallet.credentials.list(String(account?.id))
    const session = await client.emailOtp.login({ credentialId: String(credential?.id), code: () => "000000" })
    const body = { accountId: String(account?.id), amount: 500 }
    const call = { method: "POST", path: "/payouts", body }
    expect(await client.signedRetry({ ...call, signer: session, expects: { amount: 500, fee: 1 } })).toEqual({
      amount: 500,
      fee: 1
    })
    expect(seen).toEqual([202, 201])

    const other = await client
      .signedRetry({ ...call, body: { ...body, accountId: "me" }, signer: session, expects: null })
      .catch(({ code, status }) => [status, code])
    expect(other).toEqual([404, "REFERENCE_NOT_FOUND"])
    // A tracing tool may write a Request-Id of its own (GD2).
    const first = await fetch(`${origin}/shop/payouts`, {
      method: "POST",
      headers: { "content-type": "application/json", "request-id": "Request:1" },
      body: JSON.stringify(body)
    })
    expect(first.status).toBe(202)
  })
})
