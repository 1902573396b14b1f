import { Layer } from "@countersign/core/effect"
import type { PortLayer, TelemetryLayer } from "./types/PortLayer.ts"

/** Returns the layer of an option. Its port is the one whose key the type of the option names. */
export const toLayer = <Port extends { readonly key: string }>(layer: PortLayer<NameOf<Port>>): Layer.Layer<Port> => {
  if (isLayerOf<Port>(layer)) return layer
  throw new TypeError("This is no layer of Effect. Pass one, such as postgres({ pool }) of @countersign/postgres.")
}

/** Returns the layer of the option `telemetry`. */
export const toTelemetry = (layer: TelemetryLayer): Layer.Layer<never> => {
  if (isLayerOf<never>(layer)) return layer
  throw new TypeError("This is no layer of Effect. Pass one, such as Otlp.layerJson of effect/observability.")
}

const isLayerOf = <Port>(layer: unknown): layer is Layer.Layer<Port> => Layer.isLayer(layer)

type NameOf<Port extends { readonly key: string }> = Port["key"] extends `@countersign/core/ports/${infer Name}`
  ? Name
  : never
