import * as core from "@countersign/core"
import { Effect, Schema } from "effect"
import type { Run } from "./run.ts"

/** What was authorised, and by which signature. Each line of an export is one of these as JSON. */
export const receiptsApi = (run: Run) => ({
  receipts: {
    /** The chain of an account, oldest first, a hundred at a time: `after` is the last one of the page before. */
    list: (account: string, after?: core.Receipt) =>
      run(
        Effect.map(
          Effect.flatMap(accountId(account), (id) => core.listReceipts(id, { limit: 100, after: placeOf(after) })),
          ({ items }) => items
        )
      ),
    /** Where each chain stands, a hundred accounts at a time. Keep them where this database cannot be written from. */
    heads: (after?: core.Position) =>
      run(
        Effect.map(
          core.listReceiptHeads({ limit: 100, after }),
          ({ items, next }): HeadPage => ({ heads: items, next })
        )
      )
  }
})

export interface HeadPage {
  readonly heads: ReadonlyArray<core.ReceiptHead>
  /** Where to go on; absent at the end. */
  readonly next: core.Position | undefined
}

const accountId = Schema.decodeUnknownEffect(core.AccountId)

const placeOf = (receipt: core.Receipt | undefined): core.Position | undefined =>
  receipt && { createdAt: receipt.at, id: core.receiptId(receipt.accountId, receipt.sequence) }
