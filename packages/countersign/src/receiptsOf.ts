import * as core from "@countersign/core/internal"
import { Effect, Layer, Logger, ManagedRuntime, Schema } from "effect"
import { reading } from "./run.ts"
import type { Receipt, ReceiptHead, ReceiptPage, ReceiptPosition } from "./types.ts"

/** What was authorised, and by which signature: a hundred at a time, oldest first. Each line of an export is one as JSON. */
export interface ReceiptsApi {
  /** The chain of an account. */
  readonly list: (accountId: string, after?: ReceiptPosition) => Promise<ReceiptPage<Receipt>>
  /** Where the chain of each account ends. Keep them where this database cannot be written from. */
  readonly heads: (after?: ReceiptPosition) => Promise<ReceiptPage<ReceiptHead>>
}

/** The receipts of one platform and mode, without a service that runs. */
export interface Receipts extends ReceiptsApi {
  readonly close: () => Promise<void>
}

/** Reads receipts from a store. It needs none of the service's keys. Throws on an environment that is none. */
export const receiptsOf = (store: Layer.Layer<core.Store>, environment: core.Environment): Receipts => {
  const place = Schema.decodeUnknownSync(core.Environment)(environment)
  // Lines of a log would stand among those of whoever writes the receipts out.
  const runtime = ManagedRuntime.make(Layer.merge(store, Logger.layer([])))
  return {
    ...receiptsApi((program) => runtime.runPromise(Effect.provideService(program, core.CurrentEnvironment, place))),
    close: () => runtime.dispose()
  }
}

export const receiptsApi = (run: RunReceipts): ReceiptsApi => ({
  list: (account, after) =>
    run(Effect.flatMap(readAccount(account), (id) => core.listReceipts(id, { limit: PAGE, after }))),
  heads: (after) => run(core.listReceiptHeads({ limit: PAGE, after }))
})

type RunReceipts = <A>(
  program: Effect.Effect<
    A,
    core.StoreUnavailable | Effect.Error<ReturnType<typeof readAccount>>,
    core.Store | core.CurrentEnvironment
  >
) => Promise<A>

const PAGE = 100
const readAccount = reading(core.AccountId)
