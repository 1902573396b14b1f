/**
 * The objects of OpenTelemetry that the service records with. Those of `@opentelemetry/api` 1 and
 * `@opentelemetry/api-logs` have these types, so this package depends on neither. An absent object records nothing. An
 * exception of any of them is logged the first time and never fails a call.
 */
export interface OpenTelemetry {
  /** Such as `trace.getTracer("countersign")`. */
  readonly tracer?: OtelTracer
  /** Such as `metrics.getMeter("countersign")`. */
  readonly meter?: OtelMeter
  /** Such as `logs.getLogger("countersign")` of `@opentelemetry/api-logs`. Gets each line that `logs` prints. */
  readonly logger?: OtelLogger
}

/** A `Tracer` of `@opentelemetry/api`. */
export interface OtelTracer {
  /** Starts a span, which ends with its `end`. */
  readonly startSpan: (name: string, options?: OtelSpanOptions, context?: OtelContext) => OtelSpan
}

/** The options of a span that the service uses. `kind` is a `SpanKind`. */
export interface OtelSpanOptions {
  kind?: 0 | 1 | 2 | 3 | 4
  startTime?: OtelTime
}

/** Seconds since the epoch, and nanoseconds. */
export type OtelTime = [seconds: number, nanoseconds: number]

/** A `Span` of `@opentelemetry/api`. */
export interface OtelSpan {
  /** Returns the ids of the span. */
  readonly spanContext: () => OtelSpanContext
  /** Sets an attribute. */
  readonly setAttribute: (key: string, value: OtelValue) => unknown
  /** Adds an event. */
  readonly addEvent: (name: string, attributes?: OtelAttributes, time?: OtelTime) => unknown
  /** Records an error by its name. */
  readonly recordException: (exception: { readonly name: string }, time?: OtelTime) => void
  /** `code` 2 is an error. */
  readonly setStatus: (status: { code: 2 }) => unknown
  /** Ends the span. */
  readonly end: (time?: OtelTime) => void
}

/** Identifies a span by the ids of W3C Trace Context. */
export interface OtelSpanContext {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
  readonly isRemote?: boolean
}

/** A `Context` of `@opentelemetry/api`. */
export interface OtelContext {
  /** Returns the value of a key. */
  readonly getValue: (key: symbol) => unknown
  /** Returns a context with the value. */
  readonly setValue: (key: symbol, value: unknown) => OtelContext
  /** Returns a context without the value. */
  readonly deleteValue: (key: symbol) => OtelContext
}

/** A value of an attribute. */
export type OtelValue = string | number | boolean | Array<string>

/** The attributes of an event, a measurement or a log record. */
export interface OtelAttributes {
  [name: string]: OtelValue
}

/** A `Meter` of `@opentelemetry/api`. */
export interface OtelMeter {
  /** Creates a counter. */
  readonly createCounter: (
    name: string,
    options?: { description?: string }
  ) => { readonly add: (value: number, attributes?: OtelAttributes) => void }
  /** Creates a gauge. Meters before version 1.9 have none, and then nothing is recorded for gauges. */
  readonly createGauge?: (
    name: string,
    options?: { description?: string }
  ) => { readonly record: (value: number, attributes?: OtelAttributes) => void }
  /** Creates a histogram. */
  readonly createHistogram: (
    name: string,
    options?: { description?: string; advice?: { explicitBucketBoundaries?: Array<number> } }
  ) => { readonly record: (value: number, attributes?: OtelAttributes) => void }
}

/** A `Logger` of `@opentelemetry/api-logs`. */
export interface OtelLogger {
  /** Exports a log record. */
  readonly emit: (record: OtelLogRecord) => void
}

/** A log record. `severityNumber` is a `SeverityNumber`. */
export interface OtelLogRecord {
  timestamp?: Date
  severityNumber?: 1 | 5 | 9 | 13 | 17 | 21
  severityText?: string
  body?: string
  attributes?: OtelAttributes
  context?: OtelContext
}
