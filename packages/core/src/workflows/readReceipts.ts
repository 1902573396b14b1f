import { Effect } from "effect"
import { type EnvironmentKey, environmentKey } from "../model/Environment.ts"
import type { AccountId } from "../model/ids.ts"
import type { Page, PageRequest } from "../model/Page.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { ALL } from "../ports/Store.ts"
import type { Receipt, ReceiptHead } from "../receipts/Receipt.ts"
import { receiptHeads, receipts } from "../receipts/records.ts"
import { findWanted } from "./findWanted.ts"

/** The receipts of an account, oldest first: its chain, as far back as it is kept. */
export const listReceipts = Effect.fnUntraced(function* (accountId: AccountId, page: PageRequest) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const found = yield* findWanted(
    { collection: receipts, environment, index: { name: "account", values: [accountId] }, order: "oldest", isWanted },
    page
  )
  const receiptPage: Page<Receipt> = { ...found, items: found.items.map(({ expiresAt: _, ...receipt }) => receipt) }
  return receiptPage
})

/** Where the chains of all accounts stand, in the order the accounts were first signed for. */
export const listReceiptHeads = Effect.fnUntraced(function* (page: PageRequest) {
  const { mode, platformId } = yield* CurrentEnvironment
  const environment: EnvironmentKey = environmentKey({ mode, platformId })
  const found = yield* findWanted(
    { collection: receiptHeads, environment, index: ALL, order: "oldest", isWanted },
    page
  )
  const headPage: Page<ReceiptHead> = {
    ...found,
    items: found.items.map(({ accountId, hash, sequence }) => ({ platformId, mode, accountId, sequence, hash }))
  }
  return headPage
})

const isWanted = () => true
