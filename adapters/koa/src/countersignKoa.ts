import { type NodeBridgeOptions, nodeBridge, type Servable } from "@countersign/http/node"
import { type KoaContext, nodeRequestOf } from "./KoaContext.ts"

/**
 * Mounts Countersign in Koa: `app.use(countersignKoa(countersign))`, or under a prefix by koa-mount, which takes it off
 * the path: `app.use(mount("/wallet", countersignKoa(countersign)))`. A body parser may stand before or behind.
 */
export const countersignKoa = (
  countersign: Servable,
  options: NodeBridgeOptions = {}
): (<Context extends KoaContext>(context: Context) => Promise<void>) => {
  const serve = nodeBridge(countersign, options)
  return (context) => {
    context.respond = false
    return serve(nodeRequestOf(context), context.res)
  }
}
