import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { browserOf } from "./browserOf.ts"
import { served } from "./served.ts"

let folder: string
let server: Awaited<ReturnType<typeof served>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-server-"))
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Page</title>")
  server = await served(folder)
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const somebody = () => browserOf(server.origin)

describe("the site", () => {
  it("serves the page with a policy that blocks foreign and inline scripts", async () => {
    const response = await fetch(server.url)
    expect(await response.text()).toContain("<title>Page</title>")
    for (const path of ["", "wallet/me", "openid/jwks"]) {
      const { headers } = await fetch(server.url + path)
      const policy = headers.get("content-security-policy")
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
      expect(policy).not.toContain("unsafe")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
    }
  })

  it("explains how to build a missing page, and serves the API without it", async () => {
    const bare = await served(join(folder, "nothing"))
    const response = await fetch(bare.url)
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining("npm run build")])
    expect((await fetch(`${bare.url}openid/jwks`)).status).toBe(200)
    await bare.close()
  })

  it("redirects from the IP address to the host name, where passkeys work", async () => {
    const { port } = new URL(server.origin)
    // fetch does not allow callers to set the Host header.
    const response = await new Promise<{ status: number | undefined; location: string | undefined }>((resolve) =>
      request(server.origin, { headers: { host: `127.0.0.1:${port}` } }, ({ headers, statusCode }) =>
        resolve({ status: statusCode, location: headers.location })
      ).end()
    )
    expect(response).toEqual({ status: 307, location: server.url })
  })
})

describe("the backend of the page", () => {
  it("creates one customer per browser, with an HttpOnly and SameSite=Strict cookie", async () => {
    const response = await fetch(`${server.url}wallet/me`)
    expect(response.headers.get("set-cookie")).toMatch(/^wallet=[\w-]{43}; .*HttpOnly; SameSite=Strict$/u)
    const [ada, grace] = [await somebody(), await somebody()]
    expect((await ada.call("GET", "/wallet/me")).body).toMatchObject({ customerId: ada.me.customerId })
    expect(grace.me.customerId).not.toBe(ada.me.customerId)
  })

  it("creates one customer for two concurrent tabs", async () => {
    const { cookie } = await somebody()
    const fresh = cookie.replace(/=.{4}/u, "=AAAA")
    const tabs = await Promise.all(
      [1, 2, 3].map(async () => (await fetch(`${server.url}wallet/me`, { headers: { cookie: fresh } })).json())
    )
    expect(new Set(tabs.map(({ customerId }) => customerId)).size).toBe(1)
  })

  it("rejects requests without a cookie, and from another origin on this machine", async () => {
    expect((await fetch(`${server.url}wallet/api/sandbox/clock`)).status).toBe(401)
    const { cookie } = await somebody()
    for (const site of ["same-site", "cross-site"]) {
      const response = await fetch(`${server.url}wallet/me`, { headers: { cookie, "sec-fetch-site": site } })
      expect(response.status).toBe(403)
    }
  })

  it("forwards a call with the API token, and never returns the token", async () => {
    const ada = await somebody()
    const { body, status, text } = await ada.call("GET", `/wallet/api/internal-accounts/${ada.me.accountId}`)
    expect([status, body]).toMatchObject([200, { id: ada.me.accountId, type: "EMBEDDED_WALLET" }])
    expect(text).not.toMatch(/basic|secret|authorization/iu)
  })

  it("accepts JSON bodies up to exactly 64 KiB, and no other content type", async () => {
    const ada = await somebody()
    const path = `/wallet/api/sandbox/internal-accounts/${ada.me.accountId}/fund`
    const sized = (size: number) => ada.call("POST", path, JSON.stringify({ a: "x".repeat(size - 8) }))
    expect((await sized(65_536)).status).toBe(400)
    expect(await sized(65_537)).toMatchObject({ status: 413, body: { code: "TOO_LARGE" } })
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      expect((await ada.call("POST", path, '{"amount":1}', type)).status).toBe(415)
    }
    expect((await ada.call("POST", path, "{")).status).toBe(400)
  })
})

describe("the API calls of the browser", () => {
  const paths = ({ accountId, customerId }: { readonly accountId: string; readonly customerId: string }) =>
    [
      ["GET", `/internal-accounts/${accountId}`],
      ["GET", `/auth/credentials?accountId=${accountId}`],
      ["POST", "/auth/credentials", { type: "OAUTH", accountId, oidcToken: "x" }],
      ["GET", `/auth/sessions?accountId=${accountId}`],
      ["GET", `/customers/external-accounts?customerId=${customerId}`],
      ["POST", "/customers/external-accounts", { customerId, currency: "BTC", accountInfo: {} }],
      ["GET", `/transactions?customerId=${customerId}`],
      ["POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1 }]
    ] as const

  it("reach the API for its own customer, and not for another customer", async () => {
    const [ada, mallory] = [await somebody(), await somebody()]
    for (const [method, path, body] of paths(ada.me)) {
      const sent = body === undefined ? undefined : JSON.stringify(body)
      expect([path, (await ada.call(method, `/wallet/api${path}`, sent)).status]).not.toEqual([path, 404])
      const foreign = await mallory.call(method, `/wallet/api${path}`, sent)
      expect([path, foreign.status, foreign.body.message]).toEqual([path, 404, NONE_OF_YOURS])
    }
  })

  it("include no credential, session, quote or payee of another customer", async () => {
    const [ada, mallory] = [await somebody(), await somebody()]
    const [credential] = (await ada.call("GET", `/wallet/api/auth/credentials?accountId=${ada.me.accountId}`)).body.data
    const account = { accountType: "MXN_ACCOUNT", clabeNumber: "032180000118359719", beneficiary: BENEFICIARY }
    const payee = await ada.post("/customers/external-accounts", {
      customerId: ada.me.customerId,
      currency: "MXN",
      accountInfo: account
    })
    const quoteOf = (accountId: string) => ({
      source: { sourceType: "ACCOUNT", accountId },
      destination: { destinationType: "ACCOUNT", accountId: payee.body.id },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1_000_000
    })
    const quote = await ada.post("/quotes", quoteOf(ada.me.accountId))
    expect(quote.status).toBe(201)
    const foreign = [
      await mallory.post(`/auth/credentials/${credential.id}/challenge`, {}),
      await mallory.post(`/auth/credentials/${credential.id}/verify`, {}),
      await mallory.call("DELETE", `/wallet/api/auth/credentials/${credential.id}`),
      await mallory.call("PATCH", `/wallet/api/auth/credentials/${credential.id}`),
      await mallory.call("DELETE", "/wallet/api/auth/sessions/Session:019ca945-0a00-7e7e-9254-70baa2fd4251"),
      await mallory.post("/auth/sessions/revoke-others", { accountId: ada.me.accountId }),
      await mallory.post(`/quotes/${quote.body.id}/execute`, {}),
      await mallory.post("/quotes", quoteOf(mallory.me.accountId)),
      await mallory.post("/quotes", quoteOf(ada.me.accountId))
    ]
    for (const { body, status } of foreign) expect([status, body.message]).toEqual([404, NONE_OF_YOURS])
    expect((await ada.post(`/quotes/${quote.body.id}/execute`, {})).status).toBe(401)
  })

  it("UV4: pass the device of the connection, and none that the page names", async () => {
    const { cookie, me } = await somebody()
    const forged = { "service-client-user-agent": "Forged/1", "service-client-address": "192.0.2.1" }
    const headers = { cookie, "user-agent": "Phone/1", ...forged }
    await fetch(`${server.url}wallet/api/auth/sessions?accountId=${me.accountId}`, { headers })
    expect(server.devices.at(-1)).toEqual(["Phone/1", expect.stringMatching(/127\.0\.0\.1$|^::1$/u)])
  })

  it("include no call that is not on the list, with any spelling of the path", async () => {
    const ada = await somebody()
    for (const [method, path] of [
      ["GET", "/customers"],
      ["POST", "/tokens"],
      ["GET", "/webhooks/secret"],
      ["PATCH", "/config"],
      ["GET", `/internal-accounts/${ada.me.accountId}/../../customers`],
      ["GET", `/internal-accounts/${ada.me.accountId}%2f..%2f..%2fcustomers`],
      ["GET", `/auth/credentials?accountId=${ada.me.accountId}&accountId=InternalAccount:other`],
      ["GET", "/auth/credentials"]
    ] as const) {
      const { body, status } = await ada.call(method, `/wallet/api${path}`)
      expect([path, status, body.code]).toEqual([path, 404, "NOT_FOUND"])
    }
  })

  const NONE_OF_YOURS = "This page cannot make this call, or the resource belongs to another customer."
  const BENEFICIARY = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" }
})

describe("events", () => {
  it("reach only the pages of their own customer, and are not repeated after a reconnect", async () => {
    const [ada, grace] = [await somebody(), await somebody()]
    await ada.post(`/sandbox/internal-accounts/${ada.me.accountId}/fund`, { amount: 5_000_000 })
    // Deliveries of one customer may arrive in any order: the page has all of them before it reconnects.
    const types = ["CUSTOMER.KYC_APPROVED", "INTERNAL_ACCOUNT.BALANCE_UPDATED"]
    const seen = await ada.eventsUntil((text) => types.every((type) => text.includes(type)))
    expect(seen).toContain(ada.me.customerId)
    const others = await grace.eventsUntil((text) => text.includes("CUSTOMER.KYC_APPROVED"))
    expect(others).not.toContain(ada.me.customerId)
    const last = [...seen.matchAll(/^id: (.+)$/gmu)].at(-1)?.[1] ?? ""
    const since = await ada.eventsUntil((text) => text.includes("retry"), last)
    expect(since).not.toContain("data:")
  })

  it("are accepted only with a signature of Countersign", async () => {
    const ada = await somebody()
    const forged = JSON.stringify({ id: "Webhook:1", type: "X", timestamp: "now", data: ada.me })
    const headers = {
      "content-type": "application/json",
      "webhook-id": "Webhook:1",
      "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      "webhook-signature": `v1a,${Buffer.alloc(64).toString("base64")}`
    }
    const answer = await fetch(`${server.url}wallet/webhooks`, { method: "POST", headers, body: forged })
    expect([answer.status, await answer.text()]).toEqual([400, "SIGNATURE_MISMATCH"])
  })
})
