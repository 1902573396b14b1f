import { Context, Effect, Layer, Logger, type LogLevel, Metric, Tracer } from "@countersign/core/effect"
import { lineOf } from "../logLine.ts"
import { contextOf } from "./context.ts"
import { type Guarded, makeGuarded } from "./guarded.ts"
import { makeRegistry } from "./metrics.ts"
import { attributesOf, makeTracer } from "./tracer.ts"
import type { OpenTelemetry, OtelLogger, OtelLogRecord } from "./types.ts"

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

/** An Effect logger that emits each line as an OpenTelemetry log record, with the ids of its span. */
export const makeLogger = (logger: OtelLogger, guarded: Guarded): Logger.Logger<unknown, void> =>
  Logger.make((options) => {
    const { fields, text } = lineOf(options)
    const { cause, ...attributes } = fields
    const context = contextOf(Context.getOption(options.fiber.context, Tracer.ParentSpan))
    const record: OtelLogRecord = {
      timestamp: options.date,
      severityNumber: SEVERITIES[options.logLevel],
      severityText: options.logLevel.toUpperCase(),
      body: text,
      attributes: attributesOf({ ...attributes, ...(cause === undefined ? {} : { "exception.stacktrace": cause }) }),
      ...(context === undefined ? {} : { context })
    }
    guarded(() => logger.emit(record))
  })

const SEVERITIES: Readonly<Record<LogLevel.LogLevel, NonNullable<OtelLogRecord["severityNumber"]>>> = {
  All: 1,
  Trace: 1,
  Debug: 5,
  Info: 9,
  Warn: 13,
  Error: 17,
  Fatal: 21,
  None: 21
}
