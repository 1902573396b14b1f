import { once } from "node:events"
import { request as ask } from "node:http"
import { Readable } from "node:stream"
import makeFastify, { type FastifyInstance } from "fastify"
import { afterEach, describe, expect, it } from "vitest"
import { countersignFastify } from "../src/index.ts"

// The conformance suite in examples/hosts tests what every framework must do. These tests cover what is specific to
// this adapter.

const opened: Array<FastifyInstance> = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

const fresh = () => {
  const app = makeFastify({ forceCloseConnections: true })
  opened.push(app)
  return app
}

const failure = new Error("boom")
const broken = { handler: () => Promise.reject(failure) }
const echo = {
  handler: async (request: Request) => {
    const { pathname } = new URL(request.url)
    const type = request.headers.get("content-type")
    return Response.json([request.method, pathname, type, await request.text()])
  }
}

const listen = (app: FastifyInstance) => app.listen({ port: 0, host: "127.0.0.1" })

const answerTo = async (url: string, method: string, headers: Record<string, string> = {}, body = "") => {
  const request = ask(url, { method, headers })
  request.end(body)
  const [response] = await once(request, "response")
  const chunks: Array<Buffer> = []
  for await (const chunk of response) chunks.push(chunk)
  const text = String(Buffer.concat(chunks))
  return [response.statusCode, text === "" ? "" : JSON.parse(text)]
}

describe("Fastify 5", () => {
  it("does not change routes, parsers and 404 responses outside the prefix", async () => {
    const app = fresh()
    app.setNotFoundHandler((_request, reply) => void reply.status(404).send({ from: "the host" }))
    app.register(countersignFastify(echo), { prefix: "/wallet" })
    app.post("/own", async ({ body }) => ({ body }))
    const url = await listen(app)
    const json = { "content-type": "application/json" }
    expect(await answerTo(`${url}/own`, "POST", json, '{ "a": 1 }')).toEqual([200, { body: { a: 1 } }])
    expect(await answerTo(`${url}/nothing`, "GET")).toEqual([404, { from: "the host" }])
    expect(await answerTo(`${url}/walletx`, "GET")).toEqual([404, { from: "the host" }])
    expect(await answerTo(`${url}/wallet/x`, "POST", json, "{")).toEqual([200, ["POST", "/x", "application/json", "{"]])
  })

  it("runs at the root after the host's own routes", async () => {
    const app = fresh()
    app.get("/", async () => ({ from: "the host" }))
    app.register(countersignFastify(echo))
    const url = await listen(app)
    expect(await answerTo(url, "GET")).toEqual([200, { from: "the host" }])
    expect(await answerTo(`${url}/x`, "GET")).toEqual([200, ["GET", "/x", null, ""]])
  })

  it("strips the prefixes of all enclosing plugins", async () => {
    const app = fresh()
    app.register(async (inner) => void inner.register(countersignFastify(echo), { prefix: "/wallet" }), {
      prefix: "/v"
    })
    const url = await listen(app)
    expect(await answerTo(`${url}/v/wallet/v/wallet`, "GET")).toEqual([200, ["GET", "/v/wallet", null, ""]])
    expect(await answerTo(`${url}/v/wallet`, "GET")).toEqual([200, ["GET", "/", null, ""]])
  })

  it("serves methods that Fastify has no routes for", async () => {
    const app = fresh()
    app.register(countersignFastify(echo), { prefix: "/wallet" })
    const url = await listen(app)
    for (const method of ["PROPFIND", "PURGE", "LINK"]) {
      expect(await answerTo(`${url}/wallet/x`, method)).toEqual([200, [method, "/x", null, ""]])
    }
  })

  it.each(["no type", "a/b/c", "", "application/json;;=", "text/plain"])(
    "does not let Fastify reject a body of type %o",
    async (type) => {
      const app = fresh()
      app.register(countersignFastify(echo), { prefix: "/wallet" })
      const url = await listen(app)
      expect(await answerTo(`${url}/wallet/x`, "POST", { "content-type": type }, "{")).toEqual([
        200,
        ["POST", "/x", type, "{"]
      ])
    }
  )

  it("runs the host's hooks first, which may reject", async () => {
    const app = fresh()
    app.addHook("preHandler", async (request, reply) => {
      if (request.headers["x-blocked"] !== undefined) await reply.status(403).send({ from: "the host" })
    })
    app.register(countersignFastify(echo), { prefix: "/wallet" })
    const url = await listen(app)
    expect(await answerTo(`${url}/wallet/x`, "GET", { "x-blocked": "1" })).toEqual([403, { from: "the host" }])
    expect(await answerTo(`${url}/wallet/x`, "PURGE", { "x-blocked": "1" })).toEqual([403, { from: "the host" }])
    expect(await answerTo(`${url}/wallet/x`, "GET")).toEqual([200, ["GET", "/x", null, ""]])
  })

  it("shows the hooks a content type that Fastify accepts, and runs no hook on the response", async () => {
    const app = fresh()
    const seen: Array<unknown> = []
    app.addHook("onRequest", async ({ headers }) => void seen.push(headers["content-type"]))
    app.addHook("preHandler", async ({ body, headers }) => void seen.push(headers["content-type"], body))
    app.addHook("onSend", async () => void seen.push("onSend"))
    app.register(countersignFastify(echo))
    await answerTo(await listen(app), "POST", { "content-type": "application/json" }, "{}")
    expect(seen).toEqual(["application/json", "application/octet-stream", undefined])
  })

  it("reads the body from request.raw.body when a preParsing hook has read the stream", async () => {
    const app = fresh()
    app.addHook("preParsing", async ({ raw }, _reply, payload) => {
      const chunks: Array<Uint8Array> = []
      for await (const chunk of payload) chunks.push(Buffer.from(chunk))
      Object.assign(raw, { body: Buffer.concat(chunks) })
      return Readable.from(chunks)
    })
    app.register(countersignFastify(echo))
    const url = await listen(app)
    expect(await answerTo(`${url}/x`, "POST", { "content-type": "text/plain" }, '{ "a": 1 }')).toEqual([
      200,
      ["POST", "/x", "text/plain", '{ "a": 1 }']
    ])
  })

  it("ends at Fastify's own timeout, which interrupts the call without a failure", async () => {
    const app = makeFastify({ forceCloseConnections: true, handlerTimeout: 50 })
    opened.push(app)
    const reported: Array<unknown> = []
    const onDefect = (error: unknown) => `incident ${reported.push(error)}`
    const stopped = new Promise<string>((resolve) => {
      const handler = ({ signal }: Request) =>
        new Promise<Response>((_, reject) => {
          signal.addEventListener("abort", () => {
            reject(signal.reason)
            resolve("stopped")
          })
        })
      app.register(countersignFastify({ handler }, { onDefect }))
    })
    const [status] = await answerTo(await listen(app), "GET")
    expect([status, await stopped, reported]).toEqual([503, "stopped", []])
  })

  it("reports the status of the response to onResponse hooks", async () => {
    const app = fresh()
    const seen: Array<number> = []
    app.addHook("onResponse", async (_request, reply) => void seen.push(reply.raw.statusCode))
    app.register(countersignFastify({ handler: async () => new Response("{}", { status: 202 }) }))
    expect(await answerTo(await listen(app), "GET")).toEqual([202, {}])
    await expect.poll(() => seen).toEqual([202])
  })

  it("reports a failure of the handler to onDefect, and its id to the caller", async () => {
    const reported: Array<unknown> = []
    const onDefect = (error: unknown) => `incident ${reported.push(error)}`
    const app = fresh()
    app.register(countersignFastify(broken, { onDefect }))
    const [status, { details }] = await answerTo(await listen(app), "GET")
    expect([status, details, reported]).toEqual([500, { incident: "incident 1" }, [failure]])
  })

  it("passes an exception of onDefect to Fastify's error handler", async () => {
    const thrown = new Error("no place to tell it")
    const onDefect = () => {
      throw thrown
    }
    const handed: Array<unknown> = []
    const app = fresh()
    app.setErrorHandler((error, _request, reply) => {
      handed.push(error)
      reply.status(599).send({})
    })
    app.register(countersignFastify(broken, { onDefect }))
    expect(await answerTo(await listen(app), "GET")).toEqual([599, {}])
    expect(handed).toEqual([thrown])
  })
})
