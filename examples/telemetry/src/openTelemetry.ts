import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http"
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { resourceFromAttributes } from "@opentelemetry/resources"
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs"
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics"
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base"

/** The SDK of OpenTelemetry, which sends traces, metrics and logs to any collector of OTLP over HTTP. */
export const openTelemetry = (baseUrl: string) => {
  const resource = resourceFromAttributes({ "service.name": "countersign" })
  const to = (path: string) => ({ url: `${baseUrl.replace(/\/+$/u, "")}${path}`, timeoutMillis: 2000 })
  const traces = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(to("/v1/traces")))]
  })
  const metrics = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(to("/v1/metrics")) })]
  })
  const logs = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter(to("/v1/logs")) })]
  })
  return {
    telemetry: {
      tracer: traces.getTracer("countersign"),
      meter: metrics.getMeter("countersign"),
      logger: logs.getLogger("countersign")
    },
    /** Sends what is still queued. An unreachable collector loses it. */
    shutdown: async (): Promise<void> => {
      await Promise.allSettled([traces.shutdown(), metrics.shutdown(), logs.shutdown()])
    }
  }
}
