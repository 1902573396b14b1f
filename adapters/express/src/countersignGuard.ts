import type { ServerResponse } from "node:http"
import { type NodeBridgeOptions, type NodeGuardable, type NodeRequest, nodeGuard } from "@countersign/http/node"

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
