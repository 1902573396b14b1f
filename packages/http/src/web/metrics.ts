import { type Context, Metric } from "effect"

/** One answer, in words of a bounded number: a path of the contract, never the path that was asked for. */
export interface Answered {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly millis: number
}

const requests = Metric.counter("countersign_requests", { description: "Answers of the HTTP API", incremental: true })

const durations = Metric.histogram("countersign_request_duration_ms", {
  description: "Milliseconds from a request to its answer",
  boundaries: Metric.boundariesFromIterable([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000])
})

/** Counts answers. What stands for a method, path and status is made once: to name it costs more than to count. */
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
