import { Layer, Logger } from "effect"
import { openTelemetry } from "./openTelemetry/layer.ts"
import type { OpenTelemetry } from "./openTelemetry/types.ts"
import type { CountersignOptions } from "./options.ts"

/** The layer that exports traces, metrics and log lines. */
export const observed = ({ logs = "json", telemetry = Layer.empty }: CountersignOptions): Layer.Layer<never> =>
  (isObjects(telemetry) ? openTelemetry(telemetry) : telemetry).pipe(Layer.provideMerge(Logger.layer(loggers[logs])))

const isObjects = (telemetry: OpenTelemetry | Layer.Layer<never>): telemetry is OpenTelemetry =>
  !Layer.isLayer(telemetry)

// `tracerLogger` adds log lines to spans. They contain no more than the log output, so no secret reaches a trace.
const loggers = {
  json: [Logger.consoleJson, Logger.tracerLogger],
  pretty: [Logger.consolePretty(), Logger.tracerLogger],
  none: []
}
