import { Context, Effect, Option, Tracer } from "effect"
import { Headers, HttpTraceContext } from "effect/http"
import type { Asked } from "../web/edge.ts"
import type { Reply } from "./Reply.ts"

/**
 * One span a call, where somebody listens: `POST /auth/sessions/:id/refresh`, as the contract spells it, so that names
 * are few and tell nothing of anybody. A caller's `traceparent` is taken up. Attributes are by OpenTelemetry's
 * conventions for HTTP.
 */
export const spanned = (context: Context.Context<never>) => {
  const isListening = Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer
  return <R>(
    { call, headers, requestId, route }: Asked,
    program: Effect.Effect<Reply, never, R>
  ): Effect.Effect<Reply, never, R> => {
    if (!isListening) return program
    const parent = Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput(headers)))
    const told = Effect.tap(program, ({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status))
    return Effect.withSpan(told, `${route.method} ${route.path}`, {
      kind: "server",
      attributes: {
        "http.request.method": call.method,
        "http.route": route.path,
        "http.response.header.x-request-id": [requestId]
      },
      ...(parent === undefined ? {} : { parent })
    })
  }
}
