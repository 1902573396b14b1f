import type { ServerResponse } from "node:http"
import {
  type NodeBridgeOptions,
  type NodeGuardable,
  type NodeRequest,
  nodeBridge,
  nodeGuard,
  type Servable
} from "@countersign/http/node"

/** The part of Koa's context and middleware that this adapter uses. It is the same in Koa 2 and 3. */
export interface KoaContext {
  readonly req: NodeRequest
  readonly res: ServerResponse
  readonly request: object
  readonly originalUrl?: string
  respond?: boolean | undefined
}

/** Node's request with what Koa stores elsewhere: the original target, and the parsed body, as text if available. */
const nodeRequestOf = ({ originalUrl, req, request }: KoaContext): NodeRequest => {
  const { rawBody, body }: { rawBody?: unknown; body?: unknown } = request
  return Object.assign(req, { body: rawBody ?? body ?? req.body, originalUrl })
}

/**
 * Mounts Countersign in Koa: `app.use(countersignKoa(countersign))`, or under a prefix with koa-mount, which strips it
 * from the path: `app.use(mount("/wallet", countersignKoa(countersign)))`. A body parser may run in front of it.
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

/**
 * Protects a route with a guard: `router.post("/payouts", bodyParser(), countersignGuard(guard, payout))`. `act` runs
 * for accepted calls and receives the guard's result. All others receive the guard's response. Body parsers run first.
 */
export const countersignGuard = <Context extends KoaContext, Granted>(
  guard: NodeGuardable<Granted>,
  act: (context: Context, granted: Granted) => unknown,
  options: NodeBridgeOptions = {}
) => {
  const pass = nodeGuard(guard, options)
  return async (context: Context): Promise<void> => {
    const granted = await pass(nodeRequestOf(context), context.res)
    if (granted === undefined) context.respond = false
    else await act(context, granted)
  }
}
