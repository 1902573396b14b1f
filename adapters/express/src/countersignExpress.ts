import type { ServerResponse } from "node:http"
import {
  type NodeBridgeOptions,
  type NodeGuardable,
  type NodeRequest,
  nodeBridge,
  nodeGuard,
  type Servable
} from "@countersign/http/node"

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

/**
 * Protects a route with a guard: `app.post("/payouts", express.json(), countersignGuard(guard, payout))`. `act` runs
 * for accepted calls and receives the guard's result. All others receive the guard's response. Body parsers run first.
 */
export const countersignGuard = <Incoming extends NodeRequest, Outgoing extends ServerResponse, Granted>(
  guard: NodeGuardable<Granted>,
  act: (request: Incoming, response: Outgoing, granted: Granted) => unknown,
  options: NodeBridgeOptions = {}
) => {
  const pass = nodeGuard(guard, options)
  return (request: Incoming, response: Outgoing, next: (error?: unknown) => void): void => {
    const done = async () => {
      const granted = await pass(request, response)
      if (granted !== undefined) await act(request, response, granted)
    }
    done().catch(next)
  }
}
