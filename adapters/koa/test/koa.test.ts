import { createRequire } from "node:module"
import { serve as serveListener } from "@countersign/harness/serve"
import Koa3 from "koa"
import { describe, expect, it } from "vitest"
import { countersignKoa } from "../src/index.ts"

// The conformance suite in examples/hosts tests what every framework must do. These tests cover what is specific to
// this adapter.

// The types are those of Koa 3, as far as this test uses them.
const Koa2: typeof Koa3 = createRequire(import.meta.url)("koa2")

const failure = new Error("boom")
const broken = { handler: () => Promise.reject(failure) }
const echo = { handler: async (request: Request) => new Response(await request.text()) }

const serve = (app: Koa3) => serveListener(app.callback())

const posted = async (url: string, body: string) =>
  (await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body })).text()

/** Reads the stream, as every body parser does. */
const drained = async (request: AsyncIterable<Buffer>) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe.each([
  ["Koa 3", Koa3],
  ["Koa 2", Koa2]
])("%s", (_, Koa) => {
  it("passes on the raw text that a parser stored rather than the parsed value", async () => {
    const app = new Koa().use(async (context, next) => {
      const rawBody = String(await drained(context.req))
      Object.assign(context.request, { body: JSON.parse(rawBody), rawBody })
      await next()
    })
    const text = '{ "a": 1.0, "a": 2 }'
    expect(await posted(await serve(app.use(countersignKoa(echo))), text)).toBe(text)
  })

  it("passes on the parsed value when the parser stored no text", async () => {
    const app = new Koa().use(async (context, next) => {
      Object.assign(context.request, { body: JSON.parse(String(await drained(context.req))) })
      await next()
    })
    expect(await posted(await serve(app.use(countersignKoa(echo))), '{ "a": 1 }')).toBe('{"a":1}')
  })

  it("passes on what a parser stored on Node's own request", async () => {
    const app = new Koa().use(async (context, next) => {
      Object.assign(context.req, { body: JSON.parse(String(await drained(context.req))) })
      await next()
    })
    expect(await posted(await serve(app.use(countersignKoa(echo))), '{ "a": 1 }')).toBe('{"a":1}')
  })

  it("reads the stream when the parser left it unread", async () => {
    const app = new Koa().use(async (context, next) => {
      Object.assign(context.request, { body: {} })
      await next()
    })
    expect(await posted(await serve(app.use(countersignKoa(echo))), '{ "a": 1 }')).toBe('{ "a": 1 }')
  })

  it("lets surrounding middleware read the response, and Koa writes neither status nor body", async () => {
    const seen: Array<unknown> = []
    const app = new Koa().use(async (context, next) => {
      await next()
      seen.push(context.res.writableEnded)
      context.body = "Koa's"
    })
    const url = await serve(app.use(countersignKoa({ handler: async () => new Response("ours", { status: 202 }) })))
    const response = await fetch(url)
    expect([response.status, await response.text(), seen]).toEqual([202, "ours", [true]])
  })

  it("reports a failure of the handler to onDefect, and its id to the caller", async () => {
    const reported: Array<unknown> = []
    const onDefect = (error: unknown) => `incident ${reported.push(error)}`
    const response = await fetch(await serve(new Koa().use(countersignKoa(broken, { onDefect }))))
    expect([response.status, (await response.json()).details]).toEqual([500, { incident: "incident 1" }])
    expect(reported).toEqual([failure])
  })

  it("passes an exception of onDefect to Koa", async () => {
    const thrown = new Error("no place to tell it")
    const onDefect = () => {
      throw thrown
    }
    const handed: Array<unknown> = []
    const app = new Koa().use(countersignKoa(broken, { onDefect })).on("error", (error) => handed.push(error))
    expect((await fetch(await serve(app))).status).toBe(500)
    expect(handed).toEqual([thrown])
  })
})
