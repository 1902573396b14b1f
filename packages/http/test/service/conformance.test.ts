import { basic, callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it, vi } from "vitest"
import { endpoints } from "./document.ts"

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())

const ask = (method: string, path: string, init: RequestInit = {}, of = world) =>
  of.countersign.handler(
    new Request(`http://x/2025-10-13${path}`, {
      method,
      ...init,
      headers: { authorization: basic(callers.a), ...Object.fromEntries(new Headers(init.headers)) }
    })
  )

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

describe("FC17: a request id", () => {
  it("is on every response, and unique", async () => {
    const seen = new Set<string>()
    const requested: ReadonlyArray<readonly [number, string, string, RequestInit?]> = [
      [200, "GET", "/customers"],
      [200, "HEAD", "/customers"],
      [200, "GET", "/health/live"],
      [200, "GET", "/openapi.json"],
      [400, "GET", "/customers?limit=0"],
      [400, "GET", "//customers"],
      [400, "POST", "/customers", { body: "{", headers: { "content-type": "application/json" } }],
      [401, "GET", "/customers", { headers: { authorization: "x" } }],
      [404, "GET", "/nothing"],
      [405, "PUT", "/customers"],
      [415, "POST", "/customers", { body: "{}", headers: { "content-type": "text/plain" } }]
    ]
    for (const [status, method, path, init] of requested) {
      const reply = await ask(method, path, init)
      const id = reply.headers.get("x-request-id") ?? ""
      expect([method, path, reply.status, UUID.test(id), seen.has(id)]).toEqual([method, path, status, true, false])
      seen.add(id)
    }
  })

  it("is taken from the caller only when the host enables it, and only when it is well-formed", async () => {
    const headers = { "x-request-id": "edge-1.2_3" }
    expect((await ask("GET", "/customers", { headers })).headers.get("x-request-id")).toMatch(UUID)
    const behind = makeWorld({ logs: "none", acceptRequestId: true })
    expect((await ask("GET", "/customers", { headers }, behind)).headers.get("x-request-id")).toBe("edge-1.2_3")
    for (const odd of ["", "a b", "a,b", "x".repeat(129), '{"a":1}']) {
      const reply = await ask("GET", "/customers", { headers: { "x-request-id": odd } }, behind)
      expect(reply.headers.get("x-request-id")).toMatch(UUID)
    }
    await behind.countersign.close()
  })

  it("is in each log line of its call", async () => {
    const lines: Array<string> = []
    const reported = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)))
    const failing = makeWorld({
      logs: "json",
      externalAccounts: { verify: () => Promise.reject(new Error("away")) },
      policy: { verificationTimeout: 5 }
    })
    try {
      const account = {
        currency: "GBP",
        accountInfo: {
          accountType: "GBP_ACCOUNT",
          sortCode: "200000",
          accountNumber: "55779911",
          beneficiary: {
            beneficiaryType: "INDIVIDUAL",
            fullName: "Ada",
            address: { line1: "1 Street", city: "London", postalCode: "N1", country: "GB" }
          }
        }
      }
      const reply = await ask(
        "POST",
        "/platform/external-accounts",
        {
          body: JSON.stringify(account),
          headers: { "content-type": "application/json", authorization: basic(callers.live) }
        },
        failing
      )
      expect(reply.status).toBe(201)
      const ours = lines.filter((line) => line.includes("an external account could not be verified"))
      expect(ours.map((line) => JSON.parse(line).requestId)).toEqual([reply.headers.get("x-request-id")])
    } finally {
      reported.mockRestore()
      await failing.countersign.close()
    }
  })
})

describe("FC17: HEAD", () => {
  it("is answered like GET, without a body and with the Content-Length of GET", async () => {
    for (const path of ["/customers", "/webhooks/keys", "/health/live", "/nothing", "/customers?limit=0"]) {
      const [get, head] = [await ask("GET", path), await ask("HEAD", path)]
      expect([path, head.status, await head.text()]).toEqual([path, get.status, ""])
      expect(Number(head.headers.get("content-length"))).toBe((await get.arrayBuffer()).byteLength)
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"))
    }
  })

  it("is answered with 405 where the path has no GET (H17)", async () => {
    expect((await ask("HEAD", "/transfer-out")).status).toBe(405)
  })
})

describe("FC17: a body declared as a JSON merge patch", () => {
  it.each(["application/merge-patch+json", "Application/Merge-Patch+JSON; charset=utf-8"])(
    "%s is accepted",
    async (type) => {
      const { customerId } = await world.customer(callers.a)
      const init = { body: '{"fullName":"Ada King"}', headers: { "content-type": type } }
      const patched = await ask("PATCH", `/customers/${customerId}`, init)
      expect([patched.status, (await patched.json()).fullName]).toEqual([200, "Ada King"])
    }
  )

  it("is answered with 415 for any other JSON media type", async () => {
    for (const type of ["application/json-patch+json", "application/x+json", "application/merge-patch+jsonx"]) {
      expect((await ask("POST", "/customers", { body: "{}", headers: { "content-type": type } })).status).toBe(415)
    }
  })
})

describe("FC14: an unknown query parameter", () => {
  const reads = endpoints.filter(({ method }) => method === "GET")

  it("is refused by name at every GET endpoint", async () => {
    expect(reads.length).toBeGreaterThan(25)
    for (const { path } of reads) {
      const headers = { authorization: basic(path === "/platforms" ? callers.support : callers.a) }
      const reply = await ask("GET", `${path}?surprise=1`, { headers })
      const { code, details } = await reply.json()
      const fields = (details?.errors ?? []).map(({ field }: { readonly field: string }) => field)
      expect([path, reply.status, code, fields.includes("surprise")]).toEqual([path, 400, "INVALID_INPUT", true])
    }
  })

  it.each(["/auth/credentials?accountId=ACCOUNT&limit=1", "/tokens?label=robot", "/tokens?permissions=VIEW"])(
    "is answered with 400 at %s",
    async (path) => {
      const { accountId } = await world.customer(callers.a)
      expect((await ask("GET", path.replace("ACCOUNT", accountId))).status).toBe(400)
    }
  )
})
