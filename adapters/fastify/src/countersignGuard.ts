import { type NodeBridgeOptions, type NodeGuardable, nodeGuard } from "@countersign/http/node"
import type { FastifyReply, FastifyRequest } from "fastify"

/**
 * Puts a guard in front of a route: `app.post("/payouts", countersignGuard(guard, payout))`. A call that is not let
 * through is answered; `act` has the others, with what they were let through with, and answers as any route does.
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
