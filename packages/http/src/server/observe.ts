import { Context, Effect, Metric, Option, Tracer } from "@countersign/core/effect"
import { Headers, HttpTraceContext } from "@countersign/core/effect/http"
import { checkReady, type Principal } from "@countersign/core/internal"
import { refuse } from "../errors/answer.ts"
import { json, type Refused, type Reply } from "../message/Reply.ts"
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

const calls = Metric.counter("countersign_calls", {
  description: "Calls by platform and token, with the code and the check of those that were refused",
  incremental: true
})

/** The calls that this node is answering. */
export const inProgress = Metric.gauge("countersign_calls_in_progress", {
  description: "Calls that are being answered"
})

/**
 * Returns the counter of a call, and its labels. Operators name platforms and tokens, and a check may name a kind of a newer version, so each
 * label has a bounded number of values, and all of them together a bounded number of series. Further ones count as `other`.
 */
export const makeCallsOf = () => {
  const series = new Map<string, ReturnType<typeof seriesOf>>()
  const [platformOf, tokenOf, checkOf] = [bounded(100), bounded(200), bounded(100)]
  return (principal: Principal | undefined, { check, code }: Refused = { code: NONE, check: NONE }) => {
    const { environment, tokenId } = principal ?? ANONYMOUS
    const own = {
      platform: platformOf(environment.platformId),
      mode: environment.mode,
      // An end user has a token of their own.
      token: tokenId.startsWith("user ") ? "user" : tokenOf(tokenId),
      code,
      check: checkOf(CHECK.test(check) ? check : OTHER)
    }
    const isFull = series.size >= SERIES && !series.has(JSON.stringify(own))
    const labels = isFull ? { ...own, platform: OTHER, token: OTHER, check: OTHER } : own
    const key = JSON.stringify(labels)
    const known = series.get(key) ?? seriesOf(labels)
    series.set(key, known)
    return known
  }
}

const seriesOf = (labels: Readonly<Record<"platform" | "mode" | "token" | "code" | "check", string>>) => ({
  labels,
  counter: Metric.withAttributes(calls, labels)
})

/** The first values of a label, and `other` for those after them. */
const bounded = (most: number) => {
  const known = new Set<string>()
  return (value: string): string => {
    if (known.size < most) known.add(value)
    return known.has(value) ? value : OTHER
  }
}

const [NONE, OTHER] = ["none", "other"]
const ANONYMOUS = { environment: { platformId: NONE, mode: NONE }, tokenId: NONE }
const SERIES = 2000
/** The checks of the catalogue. One with digits has an id or an amount. */
const CHECK = /^[A-Za-z][A-Za-z _-]{0,39}$/u

/** The refusal of a call in the counts of a day: its code, and of a 401, which all have the same code, its check. */
export const countedAs = ({ check, code }: Refused): string =>
  code === "UNAUTHORIZED" && CHECK.test(check) ? check : code

const isReady = Metric.gauge("countersign_ready", { description: "1 if the node can serve, otherwise 0" })

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
  Effect.tap(({ status }) => Metric.update(isReady, status === 200 ? 1 : 0)),
  Effect.cachedWithTTL(LOOK)
)
