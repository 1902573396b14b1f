import type { ServerResponse } from "node:http"
import { type NodeBridgeOptions, type NodeRequest, nodeBridge, type Servable } from "@countersign/http/node"

/** What Express hands a middleware, as far as this adapter touches it: the same in 4 and 5. */
export type ExpressMiddleware = (
  request: NodeRequest,
  response: ServerResponse,
  next: (error?: unknown) => void
) => void

/**
 * Mounts Countersign under any prefix: `app.use("/wallet", countersignExpress(countersign))`. Express takes the prefix
 * off `request.url`, and a body parser may stand before or behind.
 */
export const countersignExpress = (countersign: Servable, options: NodeBridgeOptions = {}): ExpressMiddleware => {
  const serve = nodeBridge(countersign, options)
  return (request, response, next) => {
    serve(request, response).catch(next)
  }
}
