import { Context, Effect } from "@countersign/core/effect"
import { CallCounts, WorksBetweenCalls } from "@countersign/core/internal"
import { documents, errors, linkedTo } from "./document/documents.ts"
import { decided } from "./guards/guards.ts"
import { BODY_LIMIT, SIGNATURE_HEADER } from "./message/Call.ts"
import type { Call, Checked, SignatureHeader } from "./message/hostTypes.ts"
import { Reply, toResponse, uncached } from "./message/Reply.ts"
import { webCall } from "./message/webCall.ts"
import type { Ports } from "./Ports.ts"
import { forUserOn, forVisitorOn } from "./server/forUser.ts"
import { callIdOf, edge, makeGate, REQUEST_ID } from "./server/gate.ts"
import { LIVENESS, liveness, makeReady, READY } from "./server/observe.ts"
import { runner } from "./server/run.ts"

export interface WebHandlerOptions {
  /** The path of the API under its mount. The date is its version. */
  readonly basePath?: string
  readonly signatureHeader?: SignatureHeader
  /** The largest body that an endpoint reads, in bytes; default 65,536. A larger one is rejected with 413. */
  readonly bodyLimit?: number
  /**
   * Uses the `X-Request-Id` of a request as its id, when it has 1 to 128 letters, digits, `.`, `_` or `-`. Enable it
   * behind a proxy that sets this header. By default the server generates an id for each call.
   */
  readonly acceptRequestId?: boolean
  /**
   * Serves `/openapi.json`, `/docs` and `/errors`, to every caller and without authentication; default false. `forUser`
   * never serves them.
   */
  readonly documents?: boolean
  /** The address of a page of errors, to which `docs` of a refusal links. `/errors` is then served. */
  readonly errorsUrl?: string
}

export interface WebHandler {
  readonly handler: (request: Request) => Promise<Response>
  /** Serves a call without `Request` and `Response` objects, for hosts with their own request types. */
  readonly serve: (call: Call) => Promise<Reply>
  /** Makes a handler for end users' browsers and apps, which serves each user the calls about their own wallet. */
  readonly forUser: ReturnType<typeof forUserOn>
  /** Makes a handler as `forUser` does, which also signs visitors in. */
  readonly forVisitor: ReturnType<typeof forVisitorOn>
  /**
   * Runs the check of a host endpoint with the lifecycle of an API call: rejected after `close`, awaited by `close`,
   * and answered with a 500 and an incident id when it fails unexpectedly.
   */
  readonly judge: <A>(check: () => Promise<Checked<A>>) => Promise<Checked<A>>
  /**
   * Stops accepting calls and waits up to `patience` milliseconds for those under way. Returns the number of calls that
   * did not finish.
   */
  readonly close: (patience?: number) => Promise<number>
}

/**
 * Serves the contract as a function from web `Request` to web `Response`, for Bun, Deno, Workers, Next, Hono and Node.
 */
export const makeWebHandler = (ports: Context.Context<Ports>, options: WebHandlerOptions = {}): WebHandler => {
  const {
    acceptRequestId = false,
    documents: hasDocuments = false,
    basePath = "/2025-10-13",
    bodyLimit = BODY_LIMIT,
    errorsUrl
  } = options
  const linked = linkedTo(errorsUrl)
  const { signatureHeader = { name: SIGNATURE_HEADER } } = options
  const ready = Effect.runSync(makeReady)
  const report = Effect.runForkWith(ports)
  const gate = makeGate((error, requestId) => {
    const incident = crypto.randomUUID()
    const named = requestId === undefined ? { incident } : { incident, requestId }
    report(Effect.logError("request failed at the edge", named, error))
    return incident
  })
  const counts = Context.get(ports, WorksBetweenCalls) ? undefined : Context.get(ports, CallCounts)
  const serve = edge(runner(ports, bodyLimit), {
    basePath,
    signatureHeader,
    acceptRequestId,
    gate,
    linked,
    documents: new Map([
      [LIVENESS, liveness],
      [READY, () => Effect.runPromiseWith(ports)(ready)],
      ...(hasDocuments ? documents(signatureHeader.name, basePath) : []),
      ...(hasDocuments || errorsUrl !== undefined ? [["/errors", errors()] as const] : [])
    ]),
    context: ports,
    flush: counts && (() => Effect.runPromiseWith(ports)(Effect.ignore(counts.flush)))
  })
  /** Runs a function of the host, whose failure is answered as that of a call. */
  const admitted = async <A>({ headers }: Request, work: () => Promise<A> | A): Promise<A | Reply> => {
    const requestId = acceptRequestId ? callIdOf(headers.get(REQUEST_ID)) : crypto.randomUUID()
    const done = await gate.admitted(work, requestId)
    return done instanceof Reply ? uncached(linked(done), requestId) : done
  }
  return {
    close: async (patience = PATIENCE) => gate.close(patience),
    handler: async (request) => toResponse(await serve(webCall(request))),
    serve,
    forUser: forUserOn({ serve, linked, admitted }),
    forVisitor: forVisitorOn({ basePath, serve, linked, admitted }),
    judge: decided(gate, linked)
  }
}

/** How long `close` waits for calls under way, in milliseconds (D17). */
const PATIENCE = 10_000
