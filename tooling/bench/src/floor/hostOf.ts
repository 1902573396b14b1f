import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { Mount } from "../server/ServerSpec.ts"

/** A bare HTTP server with one handler: no router, no body parser. */
export const hostOf = async (
  mount: Exclude<Mount, "web">,
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>
): Promise<RequestListener> => {
  switch (mount) {
    case "node":
      return (request, response) => void serve(request, response).catch(() => response.writeHead(500).end())
    case "express": {
      const { default: express } = await import("express")
      return express()
        .disable("x-powered-by")
        .use((request, response, next) => void serve(request, response).catch(next))
    }
    case "fastify": {
      const { default: fastify } = await import("fastify")
      const app = fastify()
      app.removeAllContentTypeParsers()
      app.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null))
      app.all("/*", async ({ raw }, reply) => {
        await serve(raw, reply.raw)
        return reply.hijack()
      })
      await app.ready()
      return (request, response) => app.routing(request, response)
    }
    case "koa": {
      const { default: Koa } = await import("koa")
      const host = new Koa().use((context) => {
        context.respond = false
        return serve(context.req, context.res)
      })
      return host.callback()
    }
  }
}
