import type { ServerResponse } from "node:http"
import { type NodeBridgeOptions, type NodeRequest, nodeBridge, type Servable } from "@countersign/http/node"

/** The part of Express's request and middleware that this adapter uses. It is the same in Express 4 and 5. */
export type ExpressMiddleware = (
  request: NodeRequest,
  response: ServerResponse,
  next: (error?: unknown) => void
) => void

/**
 * Mounts Countersign under any prefix: `app.use("/wallet", countersignExpress(countersign))`. Express strips the prefix
 * from `request.url`. A body parser may run in front of it.
 */
export const countersignExpress = (countersign: Servable, options: NodeBridgeOptions = {}): ExpressMiddleware => {
  const serve = nodeBridge(countersign, options)
  return (request, response, next) => {
    serve(request, response).catch(next)
  }
}
