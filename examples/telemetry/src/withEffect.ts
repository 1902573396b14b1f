import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { Otlp } from "effect/observability"

/** The same as a layer of Effect, for services that use Effect. Closing the service sends what is still queued. */
export const effectTelemetry = (baseUrl: string) =>
  Otlp.layerJson({
    baseUrl,
    resource: { serviceName: "countersign" },
    loggerMergeWithExisting: true,
    tracerExportInterval: "1 seconds",
    metricsExportInterval: "5 seconds",
    loggerExportInterval: "1 seconds"
  }).pipe(Layer.provide(FetchHttpClient.layer))
