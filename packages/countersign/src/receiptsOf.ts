import { Effect, Layer, Logger, ManagedRuntime } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import type { ReceiptsApi } from "./methods/host.ts"
import { receiptsApi } from "./receiptsApi.ts"
import { reconciliation } from "./reconciliation.ts"
import { environmentOf, type RunOnStore } from "./run.ts"
import { toLayer } from "./toLayer.ts"
import type { BankStatement, StatementDifference } from "./types/host.ts"
import type { PortLayer } from "./types/PortLayer.ts"
import type { Environment } from "./types.ts"

/** Reads in one environment of a store without a running service. */
interface Opened {
  /** Releases the store. */
  readonly close: () => Promise<void>
}

/** The receipts of one environment. */
export interface Receipts extends ReceiptsApi, Opened {}

/** The payments of one environment. */
export interface Payments extends Opened {
  /** Compares a bank's statement with the payments. Changes nothing. */
  readonly reconcile: (statement: BankStatement) => Promise<ReadonlyArray<StatementDifference>>
}

/**
 * Opens the receipts of one environment in a store. It needs no keys of the service. Throws when `environment` is
 * invalid. Call `close` to release the store.
 */
export const receiptsOf = (store: PortLayer<"Store">, environment: Environment): Receipts =>
  opened(store, environment, receiptsApi)

/** Opens the payments of one environment in a store, as `receiptsOf` opens its receipts. */
export const paymentsOf = (store: PortLayer<"Store">, environment: Environment): Payments =>
  opened(store, environment, (run) => ({ reconcile: reconciliation(run) }))

const opened = <A extends object>(
  store: PortLayer<"Store">,
  environment: Environment,
  make: (run: RunOnStore) => A
): A & Opened => {
  const place = environmentOf(environment)
  // Log lines on stdout would mix with what a caller exports.
  const runtime = ManagedRuntime.make(Layer.merge(toLayer<core.Store>(store), Logger.layer([])))
  return {
    ...make((program) => runtime.runPromise(Effect.provideService(program, core.CurrentEnvironment, place))),
    close: () => runtime.dispose()
  }
}
