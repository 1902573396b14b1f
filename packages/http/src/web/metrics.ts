import { Effect, Metric } from "effect"

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

export const measured = ({ method, millis, route, status }: Answered): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(requests, { method, route, status: String(status) }), 1),
    Metric.update(Metric.withAttributes(durations, { method, route }), millis)
  )
