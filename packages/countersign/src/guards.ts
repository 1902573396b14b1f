import {
  type Call,
  type Checked,
  type Guarded,
  granted,
  guardBySession,
  guardBySignature,
  type HostCall,
  type HostCallOptions,
  hostCalls,
  Reply,
  refused,
  toResponse,
  type WebHandler,
  webCallOfHost
} from "@countersign/http"
import type { Json } from "@countersign/wire"
import type { Run } from "./run.ts"
import type { Session } from "./types.ts"

/** The options and the error handling that guards share with the handler. */
export type GuardOptions = HostCallOptions & Pick<WebHandler, "judge">

/** The account whose session has to sign, and the payload that its end user sees and signs. */
export interface ToSign<Payload extends Json> {
  readonly accountId: string
  /** At most 4,096 bytes of JSON, including the path. */
  readonly payload: Payload
  /**
   * Identifies the caller by your own sign-in: a user id, or an IP address when no user is signed in. First calls are
   * rate limited per caller by `policy.requestsPerAccount`. Without it all callers share the limit of the account, so a
   * caller who does not own the account can exhaust it.
   */
  readonly caller?: string
}

/**
 * A call that the end user has signed. `requestId` is unique to the call, so it can serve as an idempotency key for the
 * action.
 */
export interface Signed<Payload extends Json> extends ToSign<Payload> {
  readonly requestId: string
}

/** A session as `sessions.list` returns it. */
export type ProvenSession = Session

/** Guards an endpoint of the host. Run it after the host's own sign-in, which it does not replace. */
export interface Guard<Granted> {
  /** Checks a call without consuming its body. Resolves to the granted value, or to the response to send. */
  readonly check: (request: Request) => Promise<Guarded<Granted>>
  /** The same for host adapters that have their own request and response types. Reads the body at most once. */
  readonly checkCall: (call: Call) => Promise<Checked<Granted>>
  /**
   * Wraps `act` in a web handler that calls it only for granted requests. Additional arguments of the framework are
   * passed on.
   */
  readonly handler: <More extends ReadonlyArray<unknown>>(
    act: (request: Request, granted: Granted, ...more: More) => Response | Promise<Response>
  ) => (request: Request, ...more: More) => Promise<Response>
}

/** The guards of one environment. */
export const guardsApi = (run: Run, { judge, ...options }: GuardOptions) => {
  const readHostCall = hostCalls(options)
  return {
    /**
     * Requires a signature for an endpoint of the host. The first call is answered with 202 and a payload; the retry
     * that carries the stamp over it is granted once. A request id issued for one `operation` is rejected by every
     * other.
     *
     * `toPayload` runs on both calls and must return the same value on both: a retry whose payload differs from the
     * signed one is rejected. It may return a `Response` to end the call. Errors that it throws are rethrown.
     */
    requireSignature: <Payload extends Json>(
      operation: string,
      toPayload: (call: HostCall) => ToSign<Payload> | Response | Promise<ToSign<Payload> | Response>
    ): Guard<Signed<Payload>> =>
      guard(async (received) => {
        const read = await readHostCall(received)
        if (read instanceof Reply) return refused(read)
        const { call, retry } = read
        const wanted = await toPayload(call)
        if (wanted instanceof Response) return { answer: wanted, granted: undefined }
        const { body, method, path } = call
        const signed = guardBySignature({ name: operation, method, path, body, ...wanted }, retry)
        const outcome = await judge(() => run(signed))
        return outcome.granted === undefined ? outcome : granted({ ...wanted, requestId: outcome.granted })
      }),
    /**
     * Requires proof of possession of an active session's key: the client signs each call, so a copied request cannot
     * be reused (compare DPoP, RFC 9449). Grants the session. The host decides what the session's account may access.
     */
    requireSession: (): Guard<ProvenSession> =>
      guard(async (received) => {
        const read = await readHostCall(received)
        if (read instanceof Reply) return refused(read)
        const { call, proof, retry } = read
        const { body, method, path } = call
        const proven = guardBySession({ method, path, body, proof, stamp: retry.stamp })
        return judge(() => run(proven))
      })
  }
}

const guard = <Granted>(checkCall: Guard<Granted>["checkCall"]): Guard<Granted> => {
  const check = async (request: Request): Promise<Guarded<Granted>> => {
    const outcome = await checkCall(webCallOfHost(request))
    const { answer } = outcome
    if (answer === undefined) return outcome
    return { answer: answer instanceof Reply ? toResponse(answer) : answer, granted: undefined }
  }
  return {
    check,
    checkCall,
    handler:
      (act) =>
      async (request, ...more) => {
        const { answer, granted: through } = await check(request)
        return answer ?? act(request, through, ...more)
      }
  }
}
