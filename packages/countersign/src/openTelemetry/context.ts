import { Option, type Tracer } from "@countersign/core/effect"
import type { OtelContext, OtelSpan } from "./types.ts"

/**
 * Copies of `@opentelemetry/api` 1 in a process share the key of the active span and their registry through these
 * symbols. Reading them takes the place of a dependency, and a test compares them with the real package.
 */
const SPAN = Symbol.for("OpenTelemetry Context Key SPAN")
const API = Symbol.for("opentelemetry.js.api.1")

/** A span of Effect that an OpenTelemetry tracer records. */
export interface Recorded {
  readonly recorded: OtelSpan
}

/**
 * The context with `span` as the active span, for its children and log records, or `undefined` where OpenTelemetry uses
 * the active context itself: without a span, and for a caller's `traceparent` below a span of the host, because the host
 * has read that header.
 */
export const contextOf = (span: Option.Option<Tracer.AnySpan>): OtelContext | undefined => {
  if (Option.isNone(span)) return undefined
  if (isRecorded(span.value)) return contextWith(new Map([[SPAN, span.value.recorded]]))
  const { _tag, sampled, spanId, traceId } = span.value
  const isRemote = _tag === "ExternalSpan"
  if (isRemote && hasActiveSpan()) return undefined
  return contextWith(
    new Map([[SPAN, { spanContext: () => ({ traceId, spanId, traceFlags: sampled ? 1 : 0, isRemote }) }]])
  )
}

const isRecorded = (span: Tracer.AnySpan): span is Tracer.AnySpan & Recorded => "recorded" in span

const contextWith = (values: ReadonlyMap<symbol, unknown>): OtelContext => ({
  getValue: (key) => values.get(key),
  setValue: (key, value) => contextWith(new Map(values).set(key, value)),
  deleteValue: (key) => contextWith(new Map([...values].filter(([name]) => name !== key)))
})

const hasActiveSpan = (): boolean => {
  const manager = field(field(globalThis, API), "context")
  const active = called(manager, "active")
  return called(active, "getValue", SPAN) !== undefined
}

const called = (target: unknown, name: string, ...values: ReadonlyArray<unknown>): unknown => {
  const method = field(target, name)
  return typeof method === "function" ? Reflect.apply(method, target, values) : undefined
}

const field = (target: unknown, name: PropertyKey): unknown =>
  typeof target === "object" && target !== null ? Reflect.get(target, name) : undefined
