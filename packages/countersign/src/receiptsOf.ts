import { CurrentEnvironment, Environment, type Store } from "@countersign/core"
import { Effect, Layer, Logger, ManagedRuntime, Schema } from "effect"
import { type ReceiptsApi, receiptsApi } from "./receiptsApi.ts"

/** The receipts of one platform and mode, without a service that runs. */
export interface Receipts extends ReceiptsApi {
  readonly close: () => Promise<void>
}

/** Reads receipts from a store. It needs none of the service's keys. Throws on an environment that is none. */
export const receiptsOf = (store: Layer.Layer<Store>, environment: Environment): Receipts => {
  const place = Schema.decodeUnknownSync(Environment)(environment)
  // Lines of a log would stand among those of whoever writes the receipts out.
  const runtime = ManagedRuntime.make(Layer.merge(store, Logger.layer([])))
  return {
    ...receiptsApi((program) => runtime.runPromise(Effect.provideService(program, CurrentEnvironment, place))),
    close: () => runtime.dispose()
  }
}
