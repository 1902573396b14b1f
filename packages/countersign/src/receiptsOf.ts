import { Effect, Layer, Logger, ManagedRuntime, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import type { ReceiptsApi } from "./methods/host.ts"
import { environmentOf, reading } from "./run.ts"
import { toLayer } from "./toLayer.ts"
import type { PortLayer } from "./types/PortLayer.ts"
import type { Environment, ReceiptPage, ReceiptPosition } from "./types.ts"

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

/** Reads the receipts of one environment, whose store `run` provides. */
export const receiptsApi = (run: RunReceipts): ReceiptsApi => {
  const api: ReceiptsApi = {
    list: (account, after) =>
      run(Effect.flatMap(readPage({ account, after }), (valid) => core.listReceipts(valid.account, pageOf(valid)))),
    async *export(account) {
      if (account !== undefined) return yield* each((after) => api.list(account, after))
      for await (const { accountId } of each(api.heads)) yield* api.export(accountId)
    },
    heads: (after) => run(Effect.flatMap(readHeads({ after }), (valid) => core.listReceiptHeads(pageOf(valid))))
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
    core.StoreUnavailable | Effect.Error<ReturnType<typeof readPage>>,
    core.Store | core.CurrentEnvironment
  >
) => Promise<A>

const pageOf = ({ after }: { readonly after?: ReceiptPosition | undefined }) => ({ limit: 100, after })

const after = Schema.optional(Schema.Struct({ createdAt: Schema.Int, id: Schema.String }))
const readPage = reading(Schema.Struct({ account: core.AccountId, after }))
const readHeads = reading(Schema.Struct({ after }))
