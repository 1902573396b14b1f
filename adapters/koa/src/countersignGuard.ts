import { type NodeBridgeOptions, type NodeGuardable, nodeGuard } from "@countersign/http/node"
import { type KoaContext, nodeRequestOf } from "./KoaContext.ts"

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
