import { type NodeBridgeOptions, type NodeGuardable, nodeGuard } from "@countersign/http/node"
import type { FastifyReply, FastifyRequest } from "fastify"

/**
 * Protects a route with a guard: `app.post("/payouts", countersignGuard(guard, payout))`. `act` runs for accepted
 * calls, receives the result of the guard and responds as any route does. All other calls receive the guard's response.
 */
export const countersignGuard = <Granted>(
  guard: NodeGuardable<Granted>,
  act: (request: FastifyRequest, reply: FastifyReply, granted: Granted) => unknown,
  options: NodeBridgeOptions = {}
) => {
  const pass = nodeGuard(guard, options)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { body, originalUrl, raw } = request
    const granted = await pass(Object.assign(raw, { body, originalUrl }), reply.raw)
    return granted === undefined ? reply.hijack() : act(request, reply, granted)
  }
}
