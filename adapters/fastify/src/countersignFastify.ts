import { type NodeBridgeOptions, nodeBridge, type Servable } from "@countersign/http/node"
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify"

/** Mounts Countersign under any prefix: `app.register(countersignFastify(countersign), { prefix: "/wallet" })`. */
export const countersignFastify =
  (countersign: Servable, options: NodeBridgeOptions = {}): FastifyPluginCallback =>
  (scope, _, done) => {
    const serve = nodeBridge(countersign, { ...options, prefix: scope.prefix })
    const answer = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
      await serve(raw, reply.raw)
      reply.hijack()
    }
    // The bridge reads the stream and Node's headers. Fastify neither parses this body nor checks its type.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null))
    scope.addHook("onRequest", async (request) => {
      if (request.headers["content-type"] !== undefined)
        request.headers = { "content-type": "application/octet-stream" }
    })
    scope.all("/*", answer)
    // Methods that Fastify has no routes for. At the root, the host answers them.
    if (scope.prefix !== "" && scope.prefix !== "/") scope.all("/", answer).setNotFoundHandler(answer)
    done()
  }
