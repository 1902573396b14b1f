/**
 * A layer of Effect that provides one port, such as the store that `postgres({ pool })` returns. It is declared here by
 * its shape, so that hosts compile without the types of Effect.
 */
export interface PortLayer<Port extends string> {
  // A method, because its parameter is then compared in both directions: any port with this key fits.
  readonly "~effect/Layer": {
    _ROut(port: { readonly key: `@countersign/core/ports/${Port}` }): void
    readonly _E: (error: never) => never
    readonly _RIn: (needs: never) => never
  }
}

/** A layer of Effect that provides no port: tracers, metrics and loggers. */
export interface TelemetryLayer {
  readonly "~effect/Layer": {
    readonly _ROut: (port: never) => void
    readonly _E: (error: never) => never
    readonly _RIn: (needs: never) => never
  }
}
