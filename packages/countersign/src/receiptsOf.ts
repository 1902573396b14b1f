import {
  AccountId,
  CurrentEnvironment,
  Environment,
  listReceiptHeads,
  listReceipts,
  type Page,
  type Position,
  type Receipt,
  type ReceiptHead,
  type Store,
  type StoreUnavailable
} from "@countersign/core"
import { Effect, Layer, Logger, ManagedRuntime, Schema } from "effect"

/** The receipts of one platform and mode, without a service that runs: a hundred at a time, oldest first. */
export interface Receipts {
  /** Where the chain of each account stands. */
  readonly heads: (after?: Position) => Promise<Page<ReceiptHead>>
  readonly list: (accountId: string, after?: Position) => Promise<Page<Receipt>>
  readonly close: () => Promise<void>
}

/** Reads receipts from a store. It needs none of the service's keys. Throws on an environment that is none. */
export const receiptsOf = (store: Layer.Layer<Store>, environment: Environment): Receipts => {
  const place = Schema.decodeUnknownSync(Environment)(environment)
  // Lines of a log would stand among those of whoever writes the receipts out.
  const runtime = ManagedRuntime.make(Layer.merge(store, Logger.layer([])))
  const run = <A>(program: Effect.Effect<A, StoreUnavailable, Store | CurrentEnvironment>): Promise<A> =>
    runtime.runPromise(Effect.provideService(program, CurrentEnvironment, place))
  return {
    heads: (after) => run(listReceiptHeads({ limit: PAGE, after })),
    list: async (accountId, after) => run(listReceipts(readAccount(accountId), { limit: PAGE, after })),
    close: () => runtime.dispose()
  }
}

const PAGE = 100
const readAccount = Schema.decodeUnknownSync(AccountId)
