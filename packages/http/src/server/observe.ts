import { Context, Effect, Metric, Option, Tracer } from "@countersign/core/effect"
import { Headers, HttpTraceContext } from "@countersign/core/effect/http"
import { checkReady } from "@countersign/core/internal"
import { refuse } from "../errors/answer.ts"
import { json, type Reply } from "../message/Reply.ts"
import type { Ports } from "../Ports.ts"
import type { AcceptedCall } from "./route.ts"

/**
 * Returns a function that creates one span for each call, or `undefined` without a tracer. The span is named by the contract (`POST
 * /auth/sessions/:id/refresh`), so that span names are few and contain no personal data. Continues the caller's
 * `traceparent`. Attributes follow the OpenTelemetry conventions for HTTP.
 */
export const spanned = (context: Context.Context<never>) => {
  if (Context.get(context, Tracer.Tracer) === Tracer.nativeTracer) return undefined
  return <R>(
    { call, endpoint: { shape }, headers, requestId }: AcceptedCall,
    program: Effect.Effect<Reply, never, R>
  ): Effect.Effect<Reply, never, R> => {
    const parent = Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput(headers)))
    const reported = Effect.tap(program, ({ status }) =>
      Effect.annotateCurrentSpan({
        "http.response.status_code": status,
        // A span with this attribute has failed. A refusal is no failure of the server.
        ...(status < 500 ? {} : { "error.type": String(status) })
      })
    )
    return Effect.withSpan(reported, `${shape.method} ${shape.path}`, {
      kind: "server",
      attributes: {
        "http.request.method": call.method,
        "http.route": shape.path,
        "http.response.header.x-request-id": [requestId]
      },
      ...(parent === undefined ? {} : { parent })
    })
  }
}

const requests = Metric.counter("countersign_requests", { description: "Responses of the HTTP API", incremental: true })

const durations = Metric.histogram("countersign_request_duration_ms", {
  description: "Milliseconds from a request to its response",
  boundaries: Metric.boundariesFromIterable([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000])
})

/** The metrics of responses. `route` is the path of the contract, never the requested one, to bound the cardinality. */
export const metricsOf = (method: string, route: string, status: number) => ({
  count: Metric.withAttributes(requests, { method, route, status: String(status) }),
  duration: Metric.withAttributes(durations, { method, route })
})

export const LIVENESS = "/health/live"
export const READY = "/health/ready"

/** How long a health check result is cached. Health checks need no token, and may be frequent. */
const LOOK = "1 second"

/** Liveness: the response itself shows that the process is running. */
export const liveness = async (): Promise<Reply> => json(200, { status: "UP" })

/** Readiness: whether this node can serve. Otherwise returns the refusal that a caller would receive, and logs it. */
export const makeReady: Effect.Effect<Effect.Effect<Reply, never, Ports>> = checkReady().pipe(
  Effect.tapError((refusal) =>
    Effect.logWarning("the node is not ready", {
      because: refusal._tag,
      check: refusal._tag === "NotReady" ? refusal.check : ""
    })
  ),
  Effect.match({ onFailure: (refusal) => refuse(refusal), onSuccess: () => json(200, { status: "UP" }) }),
  Effect.cachedWithTTL(LOOK)
)
