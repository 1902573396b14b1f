import { Effect, Layer, Logger, ManagedRuntime } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import type { ReceiptsApi } from "./methods/host.ts"
import { receiptsApi } from "./receiptsApi.ts"
import { environmentOf } from "./run.ts"
import { toLayer } from "./toLayer.ts"
import type { PortLayer } from "./types/PortLayer.ts"
import type { Environment } from "./types.ts"

/** The receipts of one environment, readable without a running service. */
export interface Receipts extends ReceiptsApi {
  /** Releases the store. */
  readonly close: () => Promise<void>
}

/**
 * Opens the receipts of one environment in a store. It needs no keys of the service. Throws when `environment` is
 * invalid. Call `close` to release the store.
 */
export const receiptsOf = (store: PortLayer<"Store">, environment: Environment): Receipts => {
  const place = environmentOf(environment)
  // Log lines on stdout would mix with the receipts that a caller exports.
  const runtime = ManagedRuntime.make(Layer.merge(toLayer<core.Store>(store), Logger.layer([])))
  return {
    ...receiptsApi((program) => runtime.runPromise(Effect.provideService(program, core.CurrentEnvironment, place))),
    close: () => runtime.dispose()
  }
}
