import * as core from "@countersign/core/internal"
import { Effect, Layer, Logger, ManagedRuntime, Schema } from "effect"
import { reading } from "./run.ts"
import type { Receipt, ReceiptHead, ReceiptPage, ReceiptPosition } from "./types.ts"

/**
 * Receipts of authorised actions, with the signature that authorised each of them. Pages of 100, oldest first. An
 * export has one receipt per line, as JSON.
 */
export interface ReceiptsApi {
  /** Returns one page of the receipt chain of an account. Pass `next` of the previous page as `after`. */
  readonly list: (accountId: string, after?: ReceiptPosition) => Promise<ReceiptPage<Receipt>>
  /**
   * Iterates over the receipts of an account in the order of their chain, or over the chains of all accounts, one after
   * the other. Each item as one line of JSON is an export that `countersign receipts verify` accepts.
   */
  readonly export: (accountId?: string) => AsyncGenerator<Receipt>
  /**
   * Returns the head of each account's chain, one page at a time. Store them where a writer of this database cannot
   * change them.
   */
  readonly heads: (after?: ReceiptPosition) => Promise<ReceiptPage<ReceiptHead>>
}

/** The receipts of one environment, readable without a running service. */
export interface Receipts extends ReceiptsApi {
  readonly close: () => Promise<void>
}

/**
 * Opens the receipts of one environment in a store. It needs no keys of the service. Throws when `environment` is
 * invalid. Call `close` to release the store.
 */
export const receiptsOf = (store: Layer.Layer<core.Store>, environment: core.Environment): Receipts => {
  const place = Schema.decodeUnknownSync(core.Environment)(environment)
  // Log lines on stdout would mix with the receipts that a caller exports.
  const runtime = ManagedRuntime.make(Layer.merge(store, Logger.layer([])))
  return {
    ...receiptsApi((program) => runtime.runPromise(Effect.provideService(program, core.CurrentEnvironment, place))),
    close: () => runtime.dispose()
  }
}

export const receiptsApi = (run: RunReceipts): ReceiptsApi => {
  const api: ReceiptsApi = {
    list: (account, after) =>
      run(Effect.flatMap(readAccount(account), (id) => core.listReceipts(id, { limit: PAGE, after }))),
    async *export(account) {
      if (account !== undefined) return yield* each((after) => api.list(account, after))
      for await (const { accountId } of each(api.heads)) yield* api.export(accountId)
    },
    heads: (after) => run(core.listReceiptHeads({ limit: PAGE, after }))
  }
  return api
}

/** Iterates over all pages. */
async function* each<A>(read: (after?: ReceiptPosition) => Promise<ReceiptPage<A>>): AsyncGenerator<A> {
  let page = await read()
  for (;;) {
    yield* page.items
    if (page.next === undefined) return
    page = await read(page.next)
  }
}

type RunReceipts = <A>(
  program: Effect.Effect<
    A,
    core.StoreUnavailable | Effect.Error<ReturnType<typeof readAccount>>,
    core.Store | core.CurrentEnvironment
  >
) => Promise<A>

const PAGE = 100
const readAccount = reading(core.AccountId)
