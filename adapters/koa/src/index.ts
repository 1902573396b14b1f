import type { ServerResponse } from "node:http"
import { type NodeBridgeOptions, type NodeRequest, nodeBridge } from "@countersign/http/node"

/** What Koa hands a middleware, as far as this adapter touches it: the same in 2 and 3. */
export interface KoaContext {
  readonly req: NodeRequest
  readonly res: ServerResponse
  readonly request: object
  respond?: boolean | undefined
}

/**
 * Mounts Countersign in Koa: `app.use(countersignKoa(countersign))`, or under a prefix by koa-mount, which takes it off
 * the path: `app.use(mount("/wallet", countersignKoa(countersign)))`. A body parser may stand before or behind.
 */
export const countersignKoa = (
  countersign: { readonly handler: (request: Request) => Promise<Response> },
  options: NodeBridgeOptions = {}
): (<Context extends KoaContext>(context: Context) => Promise<void>) => {
  const serve = nodeBridge(countersign.handler, options)
  return (context) => {
    context.respond = false
    const { rawBody, body }: { rawBody?: unknown; body?: unknown } = context.request
    // Koa's parsers keep what they read on Koa's request, and the text of it where they can.
    return serve(Object.assign(context.req, { body: rawBody ?? body ?? context.req.body }), context.res)
  }
}
