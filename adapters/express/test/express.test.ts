import { once } from "node:events"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import { type AddressInfo, connect } from "node:net"
import express5 from "express"
import { afterEach, describe, expect, it } from "vitest"
import { countersignExpress } from "../src/index.ts"

// Its types are those of 5, as far as this test calls it.
const express4: typeof express5 = createRequire(import.meta.url)("express4")

const closers: Array<() => void> = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A service that tells what reached it. */
const echo = {
  handler: async (request: Request) =>
    Response.json(
      {
        method: request.method,
        path: new URL(request.url).pathname + new URL(request.url).search,
        body: await request.text(),
        headers: Object.fromEntries(request.headers)
      },
      { status: 201, headers: { "x-echo": "yes" } }
    )
}

type App = ReturnType<typeof express5>
const serve = async (app: App) => {
  const server = createServer(app)
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}` }
}

/** Bytes as they are: for what fetch would not send. */
const raw = async (port: number, text: string): Promise<string> => {
  const socket = connect(port, "127.0.0.1")
  socket.end(text)
  let answer = ""
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

describe.each([
  ["Express 5", express5],
  ["Express 4", express4]
])("%s", (_, express) => {
  it.each(["/", "/wallet", "/a/b/c"])("mounts under %s and hands on what is behind it", async (prefix) => {
    const app = express()
    app.use(prefix, countersignExpress(echo))
    const { url } = await serve(app)
    const response = await fetch(`${url}${prefix === "/" ? "" : prefix}/2025-10-13/auth/sessions?accountId=x%20y`)
    expect([response.status, response.headers.get("x-echo")]).toEqual([201, "yes"])
    expect(await response.json()).toMatchObject({ method: "GET", path: "/2025-10-13/auth/sessions?accountId=x%20y" })
  })

  it.each([
    ["no parser", []],
    ["express.json()", [express.json()]],
    ["express.raw()", [express.raw({ type: () => true })]],
    ["express.text()", [express.text({ type: () => true })]],
    ["a parser for another type", [express.urlencoded({ extended: false })]]
  ])("reads the body with %s in front", async (_name, parsers) => {
    const app = express()
    for (const parser of parsers) app.use(parser)
    app.use("/wallet", countersignExpress(echo))
    const { url } = await serve(app)
    const body = JSON.stringify({ type: "EMAIL_OTP", text: "é\u2028" })
    const headers = { "content-type": "application/json" }
    const response = await fetch(`${url}/wallet/x`, { method: "POST", headers, body })
    expect((await response.json()).body).toBe(body)
  })

  it("passes on an empty body, with and without a parser in front", async () => {
    for (const parsers of [[], [express.json()]]) {
      const app = express()
      for (const parser of parsers) app.use(parser)
      app.use(countersignExpress(echo))
      const { url } = await serve(app)
      expect((await (await fetch(`${url}/x`, { method: "POST" })).json()).body).toBe("")
    }
  })

  it("F16 H11: refuses a repeated Authorization, Request-Id, stamp or Idempotency-Key", async () => {
    const app = express()
    app.use(countersignExpress(echo))
    const { port } = await serve(app)
    for (const name of ["Authorization", "Request-Id", "Service-Wallet-Signature", "Idempotency-Key"]) {
      const answer = await raw(
        port,
        `GET / HTTP/1.1\r\nHost: x\r\n${name}: a\r\n${name.toLowerCase()}: b\r\nConnection: close\r\n\r\n`
      )
      expect(answer).toContain("400 Bad Request")
      expect(answer).toContain('"reason":"Header sent twice"')
    }
  })

  it("H15: lets the Host and X-Forwarded headers decide nothing", async () => {
    const app = express()
    app.use(countersignExpress(echo))
    const { port } = await serve(app)
    const answer = await raw(
      port,
      "GET /x HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n"
    )
    expect(answer).toContain('"path":"/x"')
  })

  it("stops reading a body over 1 MiB, and the process lives", async () => {
    const app = express()
    app.use(countersignExpress(echo))
    const { url } = await serve(app)
    const response = await fetch(`${url}/x`, { method: "POST", body: "a".repeat(5_000_000) })
    expect((await response.json()).body.length).toBeLessThan(1_200_000)
  })

  it("D16: a client that goes away aborts the request's signal", async () => {
    const app = express()
    let aborted: () => void = () => {}
    const gone = new Promise<void>((resolve) => {
      aborted = resolve
    })
    app.use(
      countersignExpress({
        handler: (request) =>
          new Promise(() => {
            request.signal.addEventListener("abort", () => aborted())
          })
      })
    )
    const { url } = await serve(app)
    const controller = new AbortController()
    const call = fetch(url, { signal: controller.signal })
    setTimeout(() => controller.abort(), 100)
    await expect(call).rejects.toThrow()
    await gone
  })

  it("I16: names what a web Request cannot carry, a body cut off, and one too deep for a parser in front", async () => {
    const app = express()
    app.use(express.json({ limit: "1mb" }))
    app.use(countersignExpress(echo))
    const { port, url } = await serve(app)
    const trace = await raw(port, "TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    expect(trace).toContain('"code":"METHOD_NOT_ALLOWED"')
    const body = `{"a":${"[".repeat(40_000)}${"]".repeat(40_000)}}`
    const deep = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body })
    expect([deep.status, (await deep.json()).code]).toEqual([400, "INVALID_REQUEST_FORMAT"])
    await raw(port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\ncut")
    expect((await fetch(url)).status).toBe(201)
  })

  it("hands a failure of the handler to Express", async () => {
    const app = express()
    app.use(countersignExpress({ handler: () => Promise.reject(new Error("boom")) }))
    app.use(
      (
        _error: unknown,
        _request: unknown,
        response: { status: (code: number) => { end: () => void } },
        _next: unknown
      ) => {
        response.status(599).end()
      }
    )
    const { url } = await serve(app)
    expect((await fetch(url)).status).toBe(599)
  })
})
