import { Layer, Logger } from "effect"
import type { CountersignOptions } from "./options.ts"
import { toTelemetry } from "./toLayer.ts"

/** The layer that exports traces, metrics and log lines. */
export const observed = ({ logs = "json", telemetry }: CountersignOptions): Layer.Layer<never> =>
  (telemetry === undefined ? Layer.empty : toTelemetry(telemetry)).pipe(Layer.provideMerge(Logger.layer(loggers[logs])))

// `tracerLogger` adds log lines to spans. They contain no more than the log output, so no secret reaches a trace.
const loggers = {
  json: [Logger.consoleJson, Logger.tracerLogger],
  pretty: [Logger.consolePretty(), Logger.tracerLogger],
  none: []
}
