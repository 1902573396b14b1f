import type { ServerResponse } from "node:http"
import { type NodeBridgeOptions, type NodeGuardable, type NodeRequest, nodeGuard } from "@countersign/http/node"

/**
 * Puts a guard in front of a route: `app.post("/payouts", express.json(), countersignGuard(guard, payout))`. A call that
 * is not let through is answered; `act` has the others, with what they were let through with. A body parser goes before.
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
