import type { Received } from "./collector.ts"

/** The names of all spans, each below its parent span. */
export const spansOf = (received: ReadonlyArray<Received>): ReadonlyArray<string> => {
  const spans = ofPath(received, "/v1/traces").flatMap((body) => all(body, "resourceSpans", "scopeSpans", "spans"))
  const under = (parent: unknown, depth: number): ReadonlyArray<string> =>
    spans
      .filter((span) => (field(span, "parentSpanId") ?? "") === parent)
      .flatMap((span) => [
        `${"  ".repeat(depth)}${String(field(span, "name"))}`,
        ...under(field(span, "spanId"), depth + 1)
      ])
  return under("", 0)
}

/** The names of all metrics. */
export const metricsOf = (received: ReadonlyArray<Received>): ReadonlyArray<string> => [
  ...new Set(
    ofPath(received, "/v1/metrics")
      .flatMap((body) => all(body, "resourceMetrics", "scopeMetrics", "metrics"))
      .map((metric) => String(field(metric, "name")))
  )
]

const ofPath = (received: ReadonlyArray<Received>, path: string): ReadonlyArray<unknown> =>
  received.filter((one) => one.path === path).map(({ body }) => body)

/** The items of lists inside lists. */
const all = (body: unknown, ...names: ReadonlyArray<string>): ReadonlyArray<unknown> =>
  names.reduce<ReadonlyArray<unknown>>((found, name) => found.flatMap((one) => list(field(one, name))), [body])

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
