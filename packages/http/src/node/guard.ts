import type { ServerResponse } from "node:http"
import type { Guarded } from "../guards/Guarded.ts"
import { bridged, type NodeBridgeOptions, overWeb } from "./bridge.ts"
import type { NodeRequest } from "./request.ts"

export interface GuardedRequest extends NodeRequest {
  /** What was called, where the framework has taken a prefix off `url`: a client signs for what it called. */
  readonly originalUrl?: string | undefined
}

/** A guard, as far as a framework touches it. */
export interface NodeGuardable<Granted> {
  readonly check: (request: Request) => Promise<Guarded<Granted>>
}

/**
 * A guard on Node's own request and response: answers the call, or resolves with what it was let through with. The body
 * is read here unless a parser did so before, so a parser that comes after finds nothing.
 */
export const nodeGuard = <Granted>({ check }: NodeGuardable<Granted>, options: NodeBridgeOptions = {}) => {
  return async (incoming: GuardedRequest, outgoing: ServerResponse): Promise<Granted | undefined> => {
    let through: Granted | undefined
    const judge = async (request: Request) => {
      const { answer, granted } = await check(request)
      through = granted
      return answer
    }
    await bridged(overWeb(judge), options)(incoming, outgoing, incoming.originalUrl ?? incoming.url ?? "/")
    return through
  }
}
