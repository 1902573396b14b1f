import { Effect } from "effect"
import { environmentKey, type Millis } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import type { Page, PageRequest } from "../../model/Page.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { findMatching } from "../../steps/findMatching.ts"
import { findPage } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { type Receipt, type ReceiptHead, receiptHeads, receipts } from "./rules/Receipt.ts"

export interface ReceiptFilter {
  /** As receipts name it, for example `ExportWallet`. */
  readonly operation?: string | undefined
  /** Bounds of the time of the commit, both inclusive. */
  readonly since?: Millis | undefined
  readonly until?: Millis | undefined
}

/**
 * Returns the receipts of an account, oldest first, as far back as they are retained. Without a filter, the pages
 * together are a chain that verifies.
 */
export const listReceipts = Effect.fnUntraced(function* (
  accountId: AccountId,
  page: PageRequest,
  { operation, since, until }: ReceiptFilter = {}
) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const index = { name: "account", values: [accountId] }
  const isWanted = (receipt: Receipt) => operation === undefined || receipt.operation === operation
  const query = { collection: receipts, environment, index, order: "oldest", isWanted, since, until } as const
  const found = yield* findMatching(query, page)
  const chain: Page<Receipt> = { ...found, items: found.items.map(({ expiresAt: _, ...receipt }) => receipt) }
  return chain
})

/** Returns the chain heads of all accounts, ordered by their first receipt. */
export const listReceiptHeads = Effect.fnUntraced(function* (page: PageRequest) {
  const { mode, platformId } = yield* CurrentEnvironment
  const environment = environmentKey({ mode, platformId })
  const found = yield* findPage({ collection: receiptHeads, environment, index: ALL, order: "oldest" }, page)
  const heads: Page<ReceiptHead> = {
    ...found,
    items: found.items.map(({ accountId, hash, sequence }) => ({ platformId, mode, accountId, sequence, hash }))
  }
  return heads
})
