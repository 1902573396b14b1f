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

const signedUp = (email?: string) => browserOf(server.origin, email)

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
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining("npm start")])
    expect((await fetch(`${bare.url}openid/jwks`)).status).toBe(200)
    await bare.close()
  })

  it("GA18: serves nothing to a page whose host name points at this machine, neither wallet nor operator", async () => {
    const { port } = new URL(server.origin)
    for (const path of ["/", "/wallet/me", "/openid/jwks", "/operator/", "/operator/me", "/operator/sign-in"]) {
      for (const host of [
        `evil.example:${port}`,
        `localhost.evil.example:${port}`,
        "localhost",
        `localhost:1${port}`
      ]) {
        const { headers, status } = await new Promise<{ headers: object; status: number | undefined }>((resolve) =>
          request(`${server.origin}${path}`, { headers: { host } }, ({ headers, statusCode }) =>
            resolve({ headers, status: statusCode })
          ).end()
        )
        expect([path, host, status, Object.hasOwn(headers, "set-cookie")]).toEqual([path, host, 421, false])
      }
    }
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
  it("GU4 GU15: signs a visitor up by an address, and again to the same wallet, by an HttpOnly and SameSite=Strict cookie", async () => {
    const visitor = await fetch(`${server.url}wallet/me`)
    expect([visitor.headers.get("set-cookie"), (await visitor.json()).accountId]).toEqual([null, undefined])
    const [ada, again, grace] = [await signedUp("ada@example.com"), await signedUp("Ada@Example.com"), await signedUp()]
    expect(ada.setCookie).toMatch(/^wallet=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/u)
    const { accountId, customerId } = ada.me
    expect(ada.me.email).toBe("ada@example.com")
    expect(again.me).toMatchObject({ accountId, customerId })
    expect([again.cookie === ada.cookie, grace.me.customerId === customerId]).toEqual([false, false])
  })

  it("GU15: a sign-out ends the cookie, and none of the same user on another device", async () => {
    const [ada, again] = [await signedUp("grace@example.com"), await signedUp("grace@example.com")]
    const { cookie } = ada
    await ada.call("POST", "/wallet/sign-out")
    expect((await ada.call("GET", "/wallet/me")).body.customerId).toBe(undefined)
    expect((await fetch(`${server.url}wallet/events`, { headers: { cookie } })).status).toBe(401)
    expect((await ada.api("GET", `/internal-accounts/${ada.me.accountId}`)).status).toBe(401)
    expect((await again.call("GET", "/wallet/me")).body.customerId).toBe(ada.me.customerId)
  })

  it("creates one customer for two concurrent sign-ups of one address", async () => {
    const tabs = await Promise.all([1, 2, 3].map(() => signedUp("tabs@example.com")))
    expect(new Set(tabs.map(({ me }) => me.customerId)).size).toBe(1)
  })

  it("rejects requests without a cookie, and from another origin on this machine", async () => {
    expect((await fetch(`${server.url}wallet/events`)).status).toBe(401)
    const { cookie } = await signedUp()
    for (const site of ["same-site", "cross-site"]) {
      const response = await fetch(`${server.url}wallet/me`, { headers: { cookie, "sec-fetch-site": site } })
      expect(response.status).toBe(403)
    }
  })

  it("moves the platform's clock by a step of the page, for a user only", async () => {
    const ada = await signedUp()
    const advance = (seconds: unknown) => ada.call("POST", "/wallet/clock/advance", JSON.stringify({ seconds }))
    const { body, status } = await advance(360)
    expect(status).toBe(200)
    expect(Date.parse(body.now) - Date.parse(ada.me.now)).toBeGreaterThanOrEqual(360_000)
    for (const seconds of [-360, 361, "360", null]) expect((await advance(seconds)).status).toBe(400)
    const headers = { "content-type": "application/json" }
    const withoutCookie = await fetch(`${server.url}wallet/clock/advance`, {
      method: "POST",
      headers,
      body: '{"seconds":360}'
    })
    expect(withoutCookie.status).toBe(401)
    expect((await ada.post("/sandbox/clock/advance", { seconds: 360 })).status).toBe(403)
  })

  it("US1 US2 US4: serves the API by forVisitor: to a user, about their own wallet, for pages of this site", async () => {
    const [ada, mallory] = [await signedUp(), await signedUp()]
    const path = `/internal-accounts/${ada.me.accountId}`
    expect(await ada.api("GET", path)).toMatchObject({ status: 200, body: { id: ada.me.accountId } })
    expect(await mallory.api("GET", path)).toMatchObject({ status: 404, body: { reason: "Not an object of the user" } })
    expect((await ada.api("GET", "/customers")).status).toBe(403)
    const url = `${server.url}wallet/api/2025-10-13${path}`
    expect((await fetch(url)).status).toBe(401)
    const headers = { cookie: ada.cookie, "sec-fetch-site": "cross-site" }
    expect((await fetch(url, { headers })).status).toBe(403)
  })

  it("UV4: passes the address of the connection", async () => {
    const ada = await signedUp()
    await ada.api("GET", `/auth/sessions?accountId=${ada.me.accountId}`)
    expect(server.addresses.at(-1)).toMatch(/127\.0\.0\.1$|^::1$/u)
  })
})

describe("events", () => {
  it("reach only the pages of their own customer, and are not repeated after a reconnect", async () => {
    const [ada, grace] = [await signedUp(), await signedUp()]
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
    const ada = await signedUp()
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
