import { type Context, Effect, type Layer } from "effect"

/** A port as an adapter builds it, for calls outside any workflow. */
export const portOf = <Id, Port>(port: Context.Service<Id, Port>, layer: Layer.Layer<Id>): Promise<Port> =>
  Effect.runPromise(Effect.provide(port, layer))
