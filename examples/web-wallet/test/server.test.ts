import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { sandboxService } from "../src/sandboxService.ts"
import { startWallet } from "../src/startWallet.ts"
import { served } from "./served.ts"

let folder: string
let server: Awaited<ReturnType<typeof served>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-server-"))
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Page</title>")
  server = await served(folder)
})
afterAll(async () => {
  server?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  server.bodies.length = 0
})

const post = (body: string, type = "application/json") =>
  fetch(`${server.url}accounts`, { method: "POST", headers: { "content-type": type }, body })

describe("the page's server", () => {
  it("serves the page under a policy that lets no foreign or inline script run", async () => {
    const response = await fetch(server.url)
    expect(await response.text()).toContain("<title>Page</title>")
    const policy = response.headers.get("content-security-policy")
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
    expect(policy).not.toContain("unsafe")
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    expect(response.headers.get("x-powered-by")).toBeNull()
  })

  it("hands a body to the service, and its answer back as it is", async () => {
    const refusal = { status: 400, code: "INVALID_INPUT", message: "Refused." }
    server.answers.account = async () => ({ status: 400, body: refusal })
    const response = await post(JSON.stringify({ currency: "USD" }))
    expect([response.status, await response.json()]).toEqual([400, refusal])
    expect(server.bodies).toEqual([{ currency: "USD" }])
  })

  it("takes 64 KiB and not a byte more", async () => {
    const around = JSON.stringify({ a: "" }).length
    const sized = (size: number) => post(JSON.stringify({ a: "x".repeat(size - around) }))
    expect((await sized(65_536)).status).not.toBe(413)
    const refused = await sized(65_537)
    expect([refused.status, await refused.json()]).toMatchObject([413, { code: "TOO_LARGE" }])
    expect(server.bodies.length).toBe(1)
  })

  it("takes nothing but JSON, so that no form of another site can add an account", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      expect((await post("{}", type)).status).toBe(415)
    }
    const broken = await post("{")
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: "INVALID_JSON" }])
    expect(server.bodies).toEqual([])
  })

  it("says nothing of why the service failed", async () => {
    server.answers.account = () => Promise.reject(new Error("password of the database"))
    const response = await post("{}")
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain("password")
  })

  it("hands on a query of texts, and leaves out what is none", async () => {
    await fetch(`${server.url}discoveries?country=PH&currency=PHP&country2=a&country2=b`)
    expect(server.queries.at(-1)).toEqual({ country: "PH", currency: "PHP" })
  })
})

describe("the service behind it", () => {
  const calledWith = async (call: (service: ReturnType<typeof sandboxService>) => Promise<unknown>) => {
    const requests: Request[] = []
    const handler = async (request: Request) => {
      requests.push(request)
      return new Response("no JSON", { status: 404 })
    }
    const answer = await call(sandboxService({ handler, sandboxToken: { id: "a", secret: "b" } }, "Customer:1"))
    return { answer, request: requests[0]! }
  }

  it("adds the token and the customer, whatever customer the browser named", async () => {
    const sent = { currency: "USD", customerId: "Customer:2" }
    const { answer, request } = await calledWith(({ addAccount }) => addAccount(sent))
    expect(new URL(request.url).pathname).toBe("/2025-10-13/customers/external-accounts")
    expect(request.headers.get("authorization")).toBe(`Basic ${btoa("a:b")}`)
    expect(await request.json()).toEqual({ currency: "USD", customerId: "Customer:1" })
    expect(answer).toEqual({ status: 404, body: {} })
  })

  it("asks for the discoveries of a country", async () => {
    const { request } = await calledWith(({ discoveries }) => discoveries({ country: "PH", currency: "PHP" }))
    expect([request.method, request.url]).toEqual([
      "GET",
      "http://countersign.invalid/2025-10-13/discoveries?country=PH&currency=PHP"
    ])
  })
})

describe("the start", () => {
  it("serves the page over a sandbox with one customer, and stops", async () => {
    const wallet = await startWallet({ PORT: "0" }, folder)
    expect(wallet.url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+\/$/u)
    expect(wallet.customerId).toMatch(/^Customer:/u)
    expect(await (await fetch(wallet.url)).text()).toContain("Page")
    const answer = await fetch(`${wallet.url}discoveries?country=PH&currency=PHP`)
    expect(answer.status).not.toBe(401)
    await wallet.close()
    await expect(fetch(wallet.url)).rejects.toThrow()
  })

  it("says in words that its port is taken, no port, or that the page is not built", async () => {
    const { port } = new URL(server.url)
    await expect(startWallet({ PORT: port }, folder)).rejects.toThrow(`Port ${port} is not free. Choose another`)
    for (const PORT of ["", "eighty", "65536", "-1", "1.5"]) {
      await expect(startWallet({ PORT }, folder)).rejects.toThrow("PORT must be a number from 0 to 65535")
    }
    await expect(startWallet({ PORT: "0" }, join(folder, "nothing"))).rejects.toThrow("The page is not built")
  })
})
