import { Cause, Exit, Formatter, Tracer } from "@countersign/core/effect"
import { contextOf, type Recorded } from "./context.ts"
import type { Guarded } from "./guarded.ts"
import type { OtelAttributes, OtelSpan, OtelTime, OtelTracer, OtelValue } from "./types.ts"

/** An Effect tracer that records each span with an OpenTelemetry tracer. */
export const makeTracer = (tracer: OtelTracer, guarded: Guarded): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const { kind, name, parent, startTime } = options
      const started = guarded(() => {
        const recorded = tracer.startSpan(name, { kind: KINDS[kind], startTime: timeOf(startTime) }, contextOf(parent))
        return { recorded, ...recorded.spanContext() }
      })
      if (started === undefined) return Tracer.nativeTracer.span(options)
      const span = new RecordedSpan({ ...options, sampled: started.traceFlags % 2 === 1 }, started.recorded, guarded)
      span._traceId = started.traceId
      span._spanId = started.spanId
      return span
    }
  })

const KINDS = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } as const

type SpanOptions = ConstructorParameters<typeof Tracer.NativeSpan>[0]

class RecordedSpan extends Tracer.NativeSpan implements Recorded {
  readonly recorded: OtelSpan
  readonly #guarded: Guarded

  constructor(options: SpanOptions, recorded: OtelSpan, guarded: Guarded) {
    super(options)
    this.recorded = recorded
    this.#guarded = guarded
  }

  override attribute(key: string, value: unknown): void {
    super.attribute(key, value)
    this.#guarded(() => this.recorded.setAttribute(key, valueOf(value)))
    // The conventions of OpenTelemetry: a span with this attribute has failed.
    if (key === "error.type") this.#guarded(() => this.recorded.setStatus({ code: 2 }))
  }

  override event(name: string, startTime: bigint, attributes: Record<string, unknown> = {}): void {
    super.event(name, startTime, attributes)
    this.#guarded(() => this.recorded.addEvent(name, attributesOf(attributes), timeOf(startTime)))
  }

  override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    // The name of an error alone: its message may contain data of a caller. The log has the rest.
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
      const name = nameOf(Cause.squash(exit.cause))
      this.attribute("error.type", name)
      this.#guarded(() => this.recorded.recordException({ name }, timeOf(endTime)))
    }
    super.end(endTime, exit)
    this.#guarded(() => this.recorded.end(timeOf(endTime)))
  }
}

/** The tag of a refusal, or the class of an exception. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "Error")

const BILLION = 1_000_000_000n

const timeOf = (nanos: bigint): OtelTime => [Number(nanos / BILLION), Number(nanos % BILLION)]

/** Attributes with values that OpenTelemetry accepts; others are written as JSON, secrets as `<redacted>`. */
export const attributesOf = (values: Readonly<Record<string, unknown>>): OtelAttributes =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(value)]))

const valueOf = (value: unknown): OtelValue => {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value
  return Formatter.formatJson(value)
}
