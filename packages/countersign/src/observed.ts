import { Layer, Logger } from "effect"
import type { CountersignOptions } from "./options.ts"

/** Where traces, metrics and log lines go. */
export const observed = ({ logs = "json", telemetry = Layer.empty }: CountersignOptions): Layer.Layer<never> =>
  telemetry.pipe(Layer.provideMerge(Logger.layer(loggers[logs])))

// What a span tells of its log lines is no secret either: the lines are the same.
const loggers = {
  json: [Logger.consoleJson, Logger.tracerLogger],
  pretty: [Logger.consolePretty(), Logger.tracerLogger],
  none: []
}
