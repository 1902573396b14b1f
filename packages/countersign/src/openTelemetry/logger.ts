import { Context, Logger, type LogLevel, Tracer } from "@countersign/core/effect"
import { contextOf } from "./context.ts"
import type { Guarded } from "./guarded.ts"
import { attributesOf } from "./tracer.ts"
import type { OtelLogger, OtelLogRecord } from "./types.ts"

/** An Effect logger that emits each line as an OpenTelemetry log record, with the ids of its span. */
export const makeLogger = (logger: OtelLogger, guarded: Guarded): Logger.Logger<unknown, void> =>
  Logger.make((options) => {
    const { annotations, cause, message } = Logger.formatStructured.log(options)
    const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
    const fields = parts.filter((part) => typeof part === "object" && part !== null)
    const context = contextOf(Context.getOption(options.fiber.context, Tracer.ParentSpan))
    const record: OtelLogRecord = {
      timestamp: options.date,
      severityNumber: SEVERITIES[options.logLevel],
      severityText: options.logLevel.toUpperCase(),
      body: parts.filter((part) => typeof part === "string").join(" "),
      attributes: attributesOf({
        ...annotations,
        ...Object.assign({}, ...fields),
        ...(cause === undefined ? {} : { "exception.stacktrace": cause })
      }),
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
