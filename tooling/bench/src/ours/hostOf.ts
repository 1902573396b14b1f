import type { RequestListener } from "node:http"
import { nodeBridge, nodeGuard } from "@countersign/http/node"
import type { Countersign } from "countersign"
import type { Context } from "koa"
import { OWN_ROUTE } from "../seed/Seed.ts"
import type { Mount } from "../server/ServerSpec.ts"
import { ENVIRONMENT } from "./equipped.ts"

/** The minimal bridge from a socket to a web handler, so that the handler dominates the measurement. */
const webShim =
  (handler: (request: Request) => Promise<Response>): RequestListener =>
  async (incoming, outgoing) => {
    const chunks: Array<Uint8Array<ArrayBuffer>> = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { headers, method = "GET", url } = incoming
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
    const all = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const answer = await handler(new Request(`http://localhost${url}`, { method, headers: all, ...body }))
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  }

/** Countersign in a host, mounted as documented for its adapter, with one guarded endpoint of the host. */
export const hostOf = async (mount: Mount, countersign: Countersign): Promise<RequestListener> => {
  const guard = countersign.api.in(ENVIRONMENT).requireSession()
  switch (mount) {
    case "express": {
      const { default: express } = await import("express")
      const { countersignExpress, countersignGuard } = await import("@countersign/express")
      const wallet = countersignExpress(countersign)
      const own = countersignGuard(guard, (_, response, { id }) => response.end(id))
      return express()
        .disable("x-powered-by")
        .use((request, response, next) => (request.url === OWN_ROUTE ? own : wallet)(request, response, next))
    }
    case "fastify": {
      const { default: fastify } = await import("fastify")
      const { countersignFastify, countersignGuard } = await import("@countersign/fastify")
      const app = fastify()
      app.register(countersignFastify(countersign), { prefix: "/" })
      app.post(
        OWN_ROUTE,
        countersignGuard(guard, (_, reply, { id }) => reply.send(id))
      )
      await app.ready()
      return (request, response) => app.routing(request, response)
    }
    case "koa": {
      const { default: Koa } = await import("koa")
      const { countersignGuard, countersignKoa } = await import("@countersign/koa")
      const wallet = countersignKoa(countersign)
      const own = countersignGuard(guard, (context: Context, { id }) => {
        context.body = id
      })
      return new Koa().use((context) => (context.url === OWN_ROUTE ? own(context) : wallet(context))).callback()
    }
    case "node": {
      const wallet = nodeBridge(countersign)
      const pass = nodeGuard(guard)
      return async (request, response) => {
        if (request.url !== OWN_ROUTE) return wallet(request, response)
        const granted = await pass(request, response)
        if (granted !== undefined) response.end(granted.id)
      }
    }
    case "web": {
      const own = guard.handler((_, { id }) => new Response(id))
      return webShim((request) => (new URL(request.url).pathname === OWN_ROUTE ? own : countersign.handler)(request))
    }
  }
}
