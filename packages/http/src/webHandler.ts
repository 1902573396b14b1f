import { type Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { openApiDocument } from "./document/openApi.ts"
import { refusedAtOnce } from "./errors/answer.ts"
import type { EdgeTag } from "./errors/catalogue.ts"
import { type Guarded, judged } from "./guards/guards.ts"
import { BODY_LIMIT } from "./message/body.ts"
import { type Call, isForbidden, webCall } from "./message/Call.ts"
import { SIGNATURE_HEADER, type SignatureHeader } from "./message/headers.ts"
import { json, Reply, toResponse } from "./message/Reply.ts"
import { splitTarget } from "./message/target.ts"
import type { Ports } from "./Ports.ts"
import { Api } from "./resources/Api.ts"
import { once } from "./server/decode.ts"
import { edge, makeGate } from "./server/gate.ts"
import { answerMetrics, LIVE, live, makeReady, READY } from "./server/observe.ts"
import { runner } from "./server/run.ts"

export interface WebHandlerOptions {
  /** Where the API stands under its mount. The date is its version. */
  readonly basePath?: string
  readonly signatureHeader?: SignatureHeader
  /** The largest body that an endpoint reads, in bytes; 65,536 when absent. A larger one is a 413. */
  readonly bodyLimit?: number
  /**
   * Takes the `X-Request-Id` of a request as the id of the call, where it is 1 to 128 letters, digits, `.`, `_` or `-`. For
   * hosts behind a proxy that sets the header; without it, every call gets an id of its own.
   */
  readonly acceptRequestId?: boolean
}

export interface WebHandler {
  readonly handler: (request: Request) => Promise<Response>
  /** The same for a host that has calls of its own kind: no `Request` and no `Response` are made for them. */
  readonly serve: (call: Call) => Promise<Reply>
  /**
   * Runs the check of a call to an endpoint of the host's own as a call here is run: refused once this is closed, waited
   * for when it closes, and a failure that no program named is a 500 with an id.
   */
  readonly judge: <A>(check: () => Promise<Guarded<A>>) => Promise<Guarded<A>>
  /**
   * Takes no more calls, and waits until those under way are answered, `patience` milliseconds at the most; answers how
   * many it left without an answer.
   */
  readonly close: (patience?: number) => Promise<number>
}

/** Serves the contract as a function from web `Request` to web `Response`: for Bun, Deno, Workers, Next, Hono, and Node. */
export const makeWebHandler = (ports: Context.Context<Ports>, options: WebHandlerOptions = {}): WebHandler => {
  const { acceptRequestId = false, basePath = "/2025-10-13", bodyLimit = BODY_LIMIT } = options
  const { signatureHeader = { name: SIGNATURE_HEADER } } = options
  // Both are dear to make, and few processes are ever asked for them.
  const document = once(async () => json(200, openApiDocument(signatureHeader.name), {}, 2))
  const docs = once(makeDocs)
  const gate = makeGate()
  const ready = Effect.runPromise(Effect.provideContext(makeReady, ports))
  const tell = Effect.runForkWith(ports)
  const onDefect = (error: unknown, requestId?: string) => {
    const incident = crypto.randomUUID()
    const named = requestId === undefined ? { incident } : { incident, requestId }
    tell(Effect.logError("request failed at the edge", named, error))
    return incident
  }
  const serve = edge(runner(ports), {
    basePath,
    signatureHeader,
    bodyLimit,
    acceptRequestId,
    gate,
    documents: new Map([
      [LIVE, live],
      [READY, async () => Effect.runPromise(await ready)],
      ["/openapi.json", document],
      ["/docs", docs]
    ]),
    onAnswer: answerMetrics(ports),
    onDefect
  })
  return {
    close: async (patience = PATIENCE) => gate.close(patience),
    handler: async (request) => toResponse(await serve(webCall(request))),
    serve,
    judge: judged({ gate, onDefect })
  }
}

/** The page about the API, which is the same for everybody. */
const makeDocs = async (): Promise<Reply> => {
  const { dispose, handler } = HttpRouter.toWebHandler(
    HttpApiScalar.layer(Api, { path: "/docs" }).pipe(Layer.provide(HttpServer.layerServices)),
    { disableLogger: true }
  )
  const page = await handler(new Request("http://localhost/docs"))
  const reply = new Reply(page.status, await page.text(), Object.fromEntries(page.headers))
  await dispose()
  return reply
}

/** What a stop waits for calls under way (D17). */
const PATIENCE = 10_000

/**
 * A web handler under a prefix, for a router that leaves the prefix on the URL: `mountedUnder("/wallet", handler)`. What
 * stands beside the prefix is refused by name, and so is a path that is not in its normal form. The prefix is compared as
 * it is written.
 */
export const mountedUnder = (
  prefix: string,
  handler: (request: Request) => Promise<Response>
): ((request: Request) => Promise<Response>) => {
  const bare = prefix.replace(/\/$/u, "")
  return async (request) => {
    // Some servers hand on a Request that says it has such a method; no other can be made of it.
    if (isForbidden(request.method)) return refused("MethodNotAllowed")
    // No other could be made of it either.
    if (request.bodyUsed) return refused("BodyTaken")
    const url = new URL(request.url)
    if (splitTarget(url.pathname) === undefined) return refused("TargetNotNormal")
    if (bare === "") return handler(request)
    const path = url.pathname.startsWith(bare) ? url.pathname.slice(bare.length) : "beside"
    if (path !== "" && !path.startsWith("/")) return refused("EndpointNotFound")
    url.pathname = path
    const inner = new Request(url, request)
    held.set(request, inner)
    return handler(inner)
  }
}

const refused = (tag: EdgeTag): Response => toResponse(refusedAtOnce(tag))

/** A Request follows its signal by a weak reference: the inner one lives as long as the one that the host holds. */
const held = new WeakMap<Request, Request>()
