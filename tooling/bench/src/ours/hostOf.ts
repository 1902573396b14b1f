import type { RequestListener } from "node:http"
import { nodeBridge, nodeGuard } from "@countersign/http/node"
import type { Countersign } from "countersign"
import type { Context } from "koa"
import { OWN_ROUTE } from "../seed/Seed.ts"
import { type Mount, webShim } from "../server/ServerSpec.ts"
import { ENVIRONMENT } from "./equipped.ts"

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
