import type { ServerResponse } from "node:http"
import type { Guarded } from "../guards/Guarded.ts"
import { refusedAtOnce } from "../web/edge.ts"
import { answerOf, writeAnswer } from "./answer.ts"
import { bridged, type NodeBridgeOptions, overWeb } from "./bridge.ts"
import { hasBody, type NodeRequest } from "./request.ts"

/** A guard, as far as a framework touches it. */
export interface NodeGuardable<Granted> {
  readonly check: (request: Request) => Promise<Guarded<Granted>>
}

/**
 * A guard on Node's own request and response: answers the call, or resolves with what it was let through with. The body
 * is read here unless a parser did so before, so a parser that comes after finds nothing. A client signs for the target
 * that it called, so the path is `originalUrl` where the framework has taken a prefix off `url`. The body of a GET or HEAD
 * is bound by no signature, and such a call is refused.
 */
export const nodeGuard = <Granted>({ check }: NodeGuardable<Granted>, options: NodeBridgeOptions = {}) => {
  return async (incoming: NodeRequest, outgoing: ServerResponse): Promise<Granted | undefined> => {
    if ((incoming.method === "GET" || incoming.method === "HEAD") && hasBody(incoming)) {
      writeAnswer(incoming, outgoing, answerOf(refusedAtOnce("BodyUnexpected")))
      return undefined
    }
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
