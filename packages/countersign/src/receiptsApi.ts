import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import type { ReceiptsApi } from "./methods/host.ts"
import { type RunOnStore, reading } from "./run.ts"
import type { ReceiptPage, ReceiptPosition } from "./types.ts"

/** Reads the receipts of one environment, whose store `run` provides. */
export const receiptsApi = (run: RunOnStore): ReceiptsApi => {
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

const pageOf = ({ after }: { readonly after?: ReceiptPosition | undefined }) => ({ limit: 100, after })

const after = Schema.optional(Schema.Struct({ createdAt: Schema.Int, id: Schema.String }))
const readPage = reading(Schema.Struct({ account: core.AccountId, after }))
const readHeads = reading(Schema.Struct({ after }))
