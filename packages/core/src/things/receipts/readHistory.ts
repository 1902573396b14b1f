import { Effect } from "effect"
import { environmentKey, type Millis } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import type { Page, PageRequest, Position } from "../../model/Page.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { findMatching } from "../../steps/findMatching.ts"
import { headRef } from "../../steps/receiptPlan.ts"
import { detailsReader } from "../../steps/sealedDetails.ts"
import { loadOne } from "../../store/records.ts"
import {
  type Activity,
  type ActivityType,
  activities,
  ofReceipt,
  ofRecorded,
  typeOf,
  typeOfRecorded
} from "./rules/Activity.ts"
import { receipts } from "./rules/Receipt.ts"

export interface ActivityFilter {
  readonly type?: ActivityType | undefined
  /** Bounds of the time of the commit, both inclusive. */
  readonly since?: Millis | undefined
  readonly until?: Millis | undefined
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
  const environment = environmentKey(yield* CurrentEnvironment)
  const index = { name: "account", values: [accountId] }
  const query = { environment, index, since, until } as const
  const isWanted = (each: ActivityType) => type === undefined || each === type
  const [proven, unproven, head] = yield* Effect.all([
    findMatching({ ...query, collection: receipts, isWanted: (receipt) => isWanted(typeOf(receipt)) }, page),
    findMatching(
      { ...query, collection: activities, isWanted: (recorded) => isWanted(typeOfRecorded(recorded)) },
      page
    ),
    loadOne(headRef(environment, accountId))
  ])
  const detailsOf = yield* detailsReader(head)
  const merged = mergedPage(
    placed(proven, (receipt) => ({ createdAt: receipt.at, id: receipts.id(receipt) })),
    placed(unproven, (recorded) => ({ createdAt: recorded.at, id: activities.id(recorded) })),
    page.limit
  )
  const items = yield* Effect.forEach(merged.items, (item) =>
    "hash" in item
      ? Effect.map(detailsOf(item), (details) => ofReceipt(item, details))
      : Effect.succeed(ofRecorded(item))
  )
  const result: Page<Activity> = { ...merged, items }
  return result
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
