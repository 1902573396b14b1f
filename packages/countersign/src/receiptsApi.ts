import * as core from "@countersign/core"
import { Effect, Schema } from "effect"

/** What was authorised, and by which signature: a hundred at a time, oldest first. Each line of an export is one as JSON. */
export interface ReceiptsApi {
  /** The chain of an account. */
  readonly list: (accountId: string, after?: core.Position) => Promise<core.Page<core.Receipt>>
  /** Where the chain of each account stands. Keep them where this database cannot be written from. */
  readonly heads: (after?: core.Position) => Promise<core.Page<core.ReceiptHead>>
}

type Run = <A>(
  program: Effect.Effect<A, core.StoreUnavailable | Schema.SchemaError, core.Store | core.CurrentEnvironment>
) => Promise<A>

export const receiptsApi = (run: Run): ReceiptsApi => ({
  list: (account, after) =>
    run(Effect.flatMap(accountId(account), (id) => core.listReceipts(id, { limit: PAGE, after }))),
  heads: (after) => run(core.listReceiptHeads({ limit: PAGE, after }))
})

const PAGE = 100
const accountId = Schema.decodeUnknownEffect(core.AccountId)
