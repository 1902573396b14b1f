import { Effect } from "effect"
import type { AccountId } from "../../model/ids.ts"
import type { Created, Page, PageRequest, Position } from "../../model/Page.ts"
import { CurrentEnvironment, currentKey } from "../../ports/EnvironmentRunner.ts"
import { listPage } from "../../steps/lists.ts"
import { headRef } from "../../steps/receiptPlan.ts"
import { detailsReader } from "../../steps/sealedDetails.ts"
import { loadOne } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import * as Activity from "./rules/Activity.ts"
import { type Receipt, type ReceiptHead, receiptHeads, receipts, type StoredHead } from "./rules/Receipt.ts"

export interface ReceiptFilter extends Created {
  /** As receipts name it, for example `ExportWallet`. */
  readonly operation?: string | undefined
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
  const index = { name: "account", values: [accountId] }
  const isWanted = (receipt: Receipt) => operation === undefined || receipt.operation === operation
  const query = { collection: receipts, index, order: "oldest", isWanted, since, until } as const
  const found = yield* listPage(query, page)
  return { ...found, items: found.items.map(({ expiresAt: _, ...receipt }): Receipt => receipt) }
})

/** Returns the chain heads of all accounts, ordered by their first receipt. */
export const listReceiptHeads = Effect.fnUntraced(function* (page: PageRequest) {
  const { mode, platformId } = yield* CurrentEnvironment
  const found = yield* listPage({ collection: receiptHeads, index: ALL, order: "oldest" }, page)
  const headOf = ({ accountId, hash, sequence }: StoredHead): ReceiptHead => ({
    platformId,
    mode,
    accountId,
    sequence,
    hash
  })
  return { ...found, items: found.items.map(headOf) }
})

export interface ActivityFilter extends Created {
  readonly type?: Activity.ActivityType | undefined
}

/**
 * Returns the history of an account, newest first: its receipts, with their details unless those were erased, and what
 * happened without a receipt.
 */
export const listActivity = Effect.fnUntraced(function* (
  accountId: AccountId,
  page: PageRequest,
  { since, type, until }: ActivityFilter = {}
) {
  const query = { index: { name: "account", values: [accountId] }, since, until }
  const isWanted = (each: Activity.ActivityType) => type === undefined || each === type
  const [proven, unproven, head] = yield* Effect.all([
    listPage({ ...query, collection: receipts, isWanted: (receipt) => isWanted(Activity.typeOf(receipt)) }, page),
    listPage(
      { ...query, collection: Activity.activities, isWanted: (each) => isWanted(Activity.typeOfRecorded(each)) },
      page
    ),
    loadOne(headRef(yield* currentKey, accountId))
  ])
  const detailsOf = yield* detailsReader(head)
  const merged = mergedPage(
    placed(proven, (receipt) => ({ createdAt: receipt.at, id: receipts.id(receipt) })),
    placed(unproven, (recorded) => ({ createdAt: recorded.at, id: Activity.activities.id(recorded) })),
    page.limit
  )
  const items = yield* Effect.forEach(merged.items, (item) =>
    "hash" in item
      ? Effect.map(detailsOf(item), (details) => Activity.ofReceipt(item, details))
      : Effect.succeed(Activity.ofRecorded(item))
  )
  return { ...merged, items }
})

interface Placed<A> {
  readonly position: Position
  readonly item: A
}

const placed = <A>({ items, next }: Page<A>, position: (item: A) => Position): Page<Placed<A>> => ({
  items: items.map((item) => ({ item, position: position(item) })),
  ...(next === undefined ? {} : { next })
})

/**
 * Merges two pages of one order, newest first. A page that continues may have items after its end, so that only items
 * up to there are in place.
 */
export const mergedPage = <A, B>(one: Page<Placed<A>>, other: Page<Placed<B>>, limit: number): Page<A | B> => {
  const ends = [one.next, other.next].filter((next) => next !== undefined).toSorted(byNewest)
  const [end] = ends
  const all: ReadonlyArray<Placed<A | B>> = [...one.items, ...other.items]
  const inPlace = all
    .toSorted((a, b) => byNewest(a.position, b.position))
    .filter(({ position }) => end === undefined || byNewest(position, end) <= 0)
  const items = inPlace.slice(0, limit)
  const next = inPlace.length > limit ? items.at(-1)?.position : end
  return { items: items.map(({ item }) => item), ...(next === undefined ? {} : { next }) }
}

/** The order of the store: by time, then by id. Ids are ASCII, so that every collation by bytes is this one. */
const byNewest = (a: Position, b: Position): number =>
  b.createdAt - a.createdAt || (a.id === b.id ? 0 : a.id < b.id ? 1 : -1)
