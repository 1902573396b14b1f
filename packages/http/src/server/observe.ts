import { checkReady, type Store } from "@countersign/core/internal"
import { Context, Effect, Metric, Option, Tracer } from "effect"
import { Headers, HttpTraceContext } from "effect/http"
import { refuse } from "../errors/answer.ts"
import { json, type Reply } from "../message/Reply.ts"
import type { AcceptedCall } from "./route.ts"

/**
 * Creates one span for each call when a tracer is configured, named by the contract (`POST
 * /auth/sessions/:id/refresh`), so that span names are few and contain no personal data. Continues the caller's
 * `traceparent`. Attributes follow the OpenTelemetry conventions for HTTP.
 */
export const spanned = (context: Context.Context<never>) => {
  const isListening = Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer
  return <R>(
    { call, endpoint: { shape }, headers, requestId }: AcceptedCall,
    program: Effect.Effect<Reply, never, R>
  ): Effect.Effect<Reply, never, R> => {
    if (!isListening) return program
    const parent = Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput(headers)))
    const reported = Effect.tap(program, ({ status }) =>
      Effect.annotateCurrentSpan("http.response.status_code", status)
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

/** Labels of one response, with bounded cardinality: `path` is the path of the contract, never the requested one. */
export interface Answered {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly millis: number
}

const requests = Metric.counter("countersign_requests", { description: "Responses of the HTTP API", incremental: true })

const durations = Metric.histogram("countersign_request_duration_ms", {
  description: "Milliseconds from a request to its response",
  boundaries: Metric.boundariesFromIterable([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000])
})

/**
 * Counts responses. Caches the labels of each method, path and status, because creating them costs more than counting.
 */
export const answerMetrics = (context: Context.Context<never>) => {
  const known = new Map<string, ReturnType<typeof metricsOf>>()
  return (answered: Answered): void => {
    const { method, millis, route, status } = answered
    const name = `${method} ${route} ${status}`
    const metrics = known.get(name) ?? metricsOf(answered)
    known.set(name, metrics)
    metrics.count.updateUnsafe(1, context)
    metrics.duration.updateUnsafe(millis, context)
  }
}

const metricsOf = ({ method, route, status }: Answered) => ({
  count: Metric.withAttributes(requests, { method, route, status: String(status) }),
  duration: Metric.withAttributes(durations, { method, route })
})

export const LIVENESS = "/health/live"
export const READY = "/health/ready"

/** How long a health check result is cached. Health checks need no token, and may be frequent. */
const LOOK = "1 second"

/** Liveness: the response itself shows that the process is running. */
export const liveness = async (): Promise<Reply> => json(200, { status: "UP" })

/** Readiness: whether the store responds. Otherwise returns the refusal that a caller would receive. */
export const makeReady: Effect.Effect<Effect.Effect<Reply>, never, Store> = Effect.gen(function* () {
  const look = checkReady().pipe(
    Effect.match({
      onFailure: (refusal) => refuse(refusal),
      onSuccess: () => json(200, { status: "UP" })
    })
  )
  const context = yield* Effect.context<Store>()
  const shared = yield* Effect.cachedWithTTL(look, LOOK)
  return Effect.provideContext(shared, context)
})
