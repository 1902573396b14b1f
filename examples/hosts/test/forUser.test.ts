import type { RequestListener } from "node:http"
import { createClient } from "@countersign/client"
import { countersignExpress } from "@countersign/express"
import { countersignFastify } from "@countersign/fastify"
import { countersignKoa } from "@countersign/koa"
import { createCountersign } from "countersign"
import express from "express"
import makeFastify from "fastify"
import Koa from "koa"
import mount from "koa-mount"
import { afterAll, expect, it } from "vitest"
import { listening } from "../src/Host.ts"

const countersign = createCountersign({ logs: "none" })
afterAll(() => countersign.close())
const environment = { platformId: "sandbox", mode: "sandbox" } as const
const wallet = countersign.api.in(environment)

const users = new Map<string, string>()
const forUser = countersign.forUser(({ headers }) => {
  const customerId = users.get(headers.get("x-user") ?? "")
  return customerId === undefined ? undefined : { ...environment, customerId }
})

const hosts: ReadonlyArray<readonly [string, () => Promise<RequestListener> | RequestListener]> = [
  ["countersignExpress", () => express().use("/wallet", countersignExpress(forUser))],
  ["countersignKoa", () => new Koa().use(mount("/wallet", countersignKoa(forUser))).callback()],
  [
    "countersignFastify",
    async () => {
      const fastify = makeFastify()
      await fastify.register(countersignFastify(forUser), { prefix: "/wallet" }).ready()
      return fastify.routing
    }
  ]
]

it.each(hosts)(
  "US1 US2: forUser mounted by %s signs a user in, and serves no other user's wallet",
  async (name, host) => {
    const { id: customerId } = await wallet.customers.create({
      customerType: "INDIVIDUAL",
      email: `${name}@example.com`.toLowerCase()
    })
    users.set(name, customerId)
    const [account] = (await wallet.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })).data
    const accountId = account?.id ?? ""
    const { close, origin } = await listening(await host())
    const clientOf = (user: string) =>
      createClient({
        baseUrl: `${origin}/wallet/2025-10-13`,
        headers: { "x-user": user },
        bundleSigner: countersign.bundleSigner
      })
    const client = clientOf(name)
    const [credential] = await client.credentials.list(accountId)
    const session = await client.emailOtp.login({ credentialId: credential?.id ?? "", code: () => "000000" })
    expect((await client.sessions.list(accountId)).map(({ id }) => id)).toEqual([session.id])

    users.set("other", "Customer:019ca945-0a00-7e7e-9254-70baa2fd4251")
    await expect(clientOf("other").sessions.list(accountId)).rejects.toMatchObject({ status: 404 })
    await expect(clientOf("nobody").sessions.list(accountId)).rejects.toMatchObject({ status: 401 })
    await client.logout(session)
    expect(await client.sessions.list(accountId)).toEqual([])
    await close()
  }
)
