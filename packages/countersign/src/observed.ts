import { Formatter, Layer, Logger } from "@countersign/core/effect"
import { lineOf } from "./logLine.ts"
import { openTelemetry } from "./openTelemetry/layer.ts"
import type { CountersignOptions } from "./options.ts"
import { toTelemetry } from "./toLayer.ts"

/** The layer that exports traces, metrics and log lines. */
export const observed = ({ logs = "json", telemetry }: CountersignOptions): Layer.Layer<never> =>
  exported(telemetry).pipe(Layer.provideMerge(Logger.layer(loggers[logs])))

const exported = (telemetry: CountersignOptions["telemetry"]): Layer.Layer<never> => {
  if (telemetry === undefined) return Layer.empty
  return "~effect/Layer" in telemetry ? toTelemetry(telemetry) : openTelemetry(telemetry)
}

/** One flat JSON object a line. The fields of a line never replace its first three. */
const jsonLines = Logger.withConsoleLog(
  Logger.make((options) => {
    const { fields, text } = lineOf(options)
    const head = { message: text, level: options.logLevel.toUpperCase(), timestamp: options.date.toISOString() }
    return Formatter.formatJson({ ...head, ...fields, ...head })
  })
)

// `tracerLogger` adds log lines to spans. They contain no more than the log output, so no secret reaches a trace.
const loggers = {
  json: [jsonLines, Logger.tracerLogger],
  pretty: [Logger.consolePretty(), Logger.tracerLogger],
  none: []
}
