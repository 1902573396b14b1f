import type { Context, Metric } from "@countersign/core/effect"
import type { Guarded } from "./guarded.ts"
import { attributesOf } from "./tracer.ts"
import type { OtelAttributes, OtelMeter } from "./types.ts"

type Metadata = Parameters<Metric.MetricRegistry["set"]>[1]
type Recording = (value: number, attributes: OtelAttributes) => void

/** A registry of metrics that records each measurement with an OpenTelemetry meter too. */
export const makeRegistry = (meter: OtelMeter, guarded: Guarded): Metric.MetricRegistry => {
  const registry: Metric.MetricRegistry = new Map()
  const instruments = new Map<string, Recording>()
  const instrumentOf = (metadata: Metadata, context: Context.Context<never>): Recording => {
    const known = instruments.get(metadata.id) ?? recordingOf(meter, metadata, context)
    instruments.set(metadata.id, known)
    return known
  }
  const set = registry.set.bind(registry)
  registry.set = (key, metadata) => {
    const attributes = attributesOf(metadata.attributes ?? {})
    const { update } = metadata.hooks
    const recorded = (input: unknown, context: Context.Context<never>) => {
      update(input, context)
      guarded(() => instrumentOf(metadata, context)(Number(input), attributes))
    }
    // In place, because the first measurement goes to the hooks of the object that Effect passes.
    Object.assign(metadata.hooks, { update: recorded })
    return set(key, metadata)
  }
  return registry
}

const recordingOf = (meter: OtelMeter, metadata: Metadata, context: Context.Context<never>): Recording => {
  const { description = "", hooks, id, type } = metadata
  if (type === "Counter") {
    const counter = meter.createCounter(id, { description })
    return (value, attributes) => counter.add(value, attributes)
  }
  if (type === "Gauge") {
    const gauge = meter.createGauge?.(id, { description })
    return (value, attributes) => gauge?.record(value, attributes)
  }
  // The service has counters, gauges and histograms only, and a test compares the names.
  if (type !== "Histogram") return () => {}
  const { buckets }: Metric.HistogramState = hooks.get(context)
  const explicitBucketBoundaries = buckets.map(([boundary]) => boundary).filter(Number.isFinite)
  const histogram = meter.createHistogram(id, { description, advice: { explicitBucketBoundaries } })
  return (value, attributes) => histogram.record(value, attributes)
}
