import {
  type Guarded,
  granted,
  guardBySession,
  guardBySignature,
  type HostCall,
  type HostCallOptions,
  hostCalls,
  Reply,
  refused,
  type WebHandler
} from "@countersign/http"
import { type Json, SESSION_PROOF_HEADER } from "@countersign/wire"
import type { Run } from "./run.ts"
import type { Session } from "./types.ts"

/** What the guards share with the handler. */
export type GuardOptions = HostCallOptions & Pick<WebHandler, "judge">

/** What a user is to sign: whose session must do it, and what will be done, to be shown and signed. */
export interface ToSign<Payload extends Json> {
  readonly accountId: string
  /** At most 4,096 bytes of JSON, the path included. */
  readonly payload: Payload
  /**
   * Who makes the call, by your own sign-in: a user id, or an address where no user is signed in. First calls are limited for
   * each caller by `policy.requestsPerAccount`. Without it all callers share the limit of the account, and one that is
   * not its owner can use it up.
   */
  readonly caller?: string
}

/** A call that its user signed. `requestId` is of this call alone, so it makes a key for what is done. */
export interface Signed<Payload extends Json> extends ToSign<Payload> {
  readonly requestId: string
}

/** A session as the list of sessions has it. */
export type ProvenSession = Session

/** Guards an endpoint of the host's own. It runs behind the host's own sign-in, which it does not replace. */
export interface Guard<Granted> {
  /** Judges a call. The body of the request is still there to be read. */
  readonly check: (request: Request) => Promise<Guarded<Granted>>
  /** A web handler that `act` is behind; further arguments of the framework are passed on. */
  readonly handler: <More extends ReadonlyArray<unknown>>(
    act: (request: Request, granted: Granted, ...more: More) => Response | Promise<Response>
  ) => (request: Request, ...more: More) => Promise<Response>
}

/** Guards of one environment. */
export const guardsApi = (run: Run, { judge, ...options }: GuardOptions) => {
  const readHostCall = hostCalls(options)
  return {
    /**
     * Puts the signed retry in front of an endpoint of the host's own: the first call is answered 202 with a payload, and
     * the retry that carries its stamp is let through, once. An id that was issued for one `operation` never finishes
     * another.
     *
     * `toPayload` is asked on both calls, and has to answer the same on both: what the user did not sign is not let
     * through. It may answer a `Response` of its own, for a call that is to go no further. What it throws is thrown on.
     */
    requireSignature: <Payload extends Json>(
      operation: string,
      toPayload: (call: HostCall) => ToSign<Payload> | Response | Promise<ToSign<Payload> | Response>
    ): Guard<Signed<Payload>> =>
      guard(async (request) => {
        const read = await readHostCall(request)
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
     * Lets calls through that carry the proof of an active session: the client signs each of them, so there is nothing in
     * it for whoever reads or copies it. Lets through with the session; whose account it is decides what it may see.
     */
    requireSession: (): Guard<ProvenSession> =>
      guard(async (request) => {
        const read = await readHostCall(request)
        if (read instanceof Reply) return refused(read)
        const { body, headers, method, path } = read.call
        const proof = headers.get(SESSION_PROOF_HEADER) ?? undefined
        const proven = guardBySession({ method, path, body, proof, stamp: read.retry.stamp })
        return judge(() => run(proven))
      })
  }
}

const guard = <Granted>(check: Guard<Granted>["check"]): Guard<Granted> => ({
  check,
  handler:
    (act) =>
    async (request, ...more) => {
      const { answer, granted: through } = await check(request)
      return answer ?? act(request, through, ...more)
    }
})
