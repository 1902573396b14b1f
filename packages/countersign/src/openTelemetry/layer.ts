import { Effect, Layer, Logger, Metric, Tracer } from "@countersign/core/effect"
import { type Guarded, makeGuarded } from "./guarded.ts"
import { makeLogger } from "./logger.ts"
import { makeRegistry } from "./metrics.ts"
import { makeTracer } from "./tracer.ts"
import type { OpenTelemetry } from "./types.ts"

/** Records spans, measurements and log lines with the OpenTelemetry objects of a host. */
export const openTelemetry = ({ logger, meter, tracer }: OpenTelemetry): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.map(Effect.context<never>(), (context) => {
      // Runs with the loggers below this layer, so a logger that throws is not called again for its own failure.
      const report = Effect.runForkWith(context)
      const guarded = (object: keyof OpenTelemetry): Guarded =>
        makeGuarded((error) => {
          const type = error instanceof Error ? error.name : typeof error
          report(
            Effect.logWarning("an OpenTelemetry object failed; its later failures are not logged", { object, type })
          )
        })
      return Layer.mergeAll(
        tracer === undefined ? Layer.empty : Layer.succeed(Tracer.Tracer, makeTracer(tracer, guarded("tracer"))),
        meter === undefined ? Layer.empty : Layer.succeed(Metric.MetricRegistry, makeRegistry(meter, guarded("meter"))),
        logger === undefined
          ? Layer.empty
          : Logger.layer([makeLogger(logger, guarded("logger"))], { mergeWithExisting: true })
      )
    })
  )
