import type { ServerResponse } from "node:http"
import {
  type NodeBridgeOptions,
  type NodeGuardable,
  type NodeRequest,
  nodeBridge,
  nodeGuard,
  type Servable
} from "@countersign/http/node"

/** What Koa hands a middleware, as far as these adapters touch it: the same in 2 and 3. */
export interface KoaContext {
  readonly req: NodeRequest
  readonly res: ServerResponse
  readonly request: object
  readonly originalUrl?: string
  respond?: boolean | undefined
}

/** Node's request with what Koa stores elsewhere: the target as it came, and what a parser read, as text where it can. */
const nodeRequestOf = ({ originalUrl, req, request }: KoaContext): NodeRequest => {
  const { rawBody, body }: { rawBody?: unknown; body?: unknown } = request
  return Object.assign(req, { body: rawBody ?? body ?? req.body, originalUrl })
}

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

/**
 * Puts a guard in front of a route: `router.post("/payouts", bodyParser(), countersignGuard(guard, payout))`. A call that
 * is not let through is answered; `act` has the others, with what they were let through with. A body parser goes before.
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
