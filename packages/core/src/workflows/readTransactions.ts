import { Effect } from "effect"
import { environmentKey } from "../model/Environment.ts"
import type { CustomerId, TransactionId } from "../model/ids.ts"
import type { Page, PageRequest, Position } from "../model/Page.ts"
import type { Millis } from "../model/time.ts"
import { TransactionNotFound } from "../payments/refusals.ts"
import { type Transaction, transactions } from "../payments/Transaction.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { byId, loadOne, stored } from "../ports/records.ts"
import { Store } from "../ports/Store.ts"

export const readTransaction = Effect.fn("readTransaction")(function* (transactionId: TransactionId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const record = yield* loadOne(byId(transactions, environment, transactionId))
  return record === undefined ? yield* new TransactionNotFound() : record.value
})

/** What a list of payments is narrowed by. */
export interface TransactionFilter {
  readonly customerId?: CustomerId | undefined
  readonly platformCustomerId?: string | undefined
  readonly accountIdentifier?: string | undefined
  readonly senderAccountIdentifier?: string | undefined
  readonly receiverAccountIdentifier?: string | undefined
  readonly status?: Transaction["status"] | undefined
  readonly type?: Transaction["type"] | undefined
  /** Both included. */
  readonly startDate?: Millis | undefined
  readonly endDate?: Millis | undefined
}

/** How many records one call looks at. A page that would need more is shorter, and says where to go on. */
const LOOKS = 1000
const BATCH = 100

/** Payments, newest first. What no index narrows is passed over, a bounded number a call. */
export const listTransactions = Effect.fn("listTransactions")(function* (
  filter: TransactionFilter,
  { after, limit }: PageRequest
) {
  const store = yield* Store
  const environment = environmentKey(yield* CurrentEnvironment)
  const items: Array<Transaction> = []
  let position: Position | undefined = after ?? startOf(filter)
  for (let looked = 0; looked < LOOKS; looked += BATCH) {
    const rows = yield* store.find({
      collection: transactions,
      environment,
      ...indexOf(filter),
      limit: BATCH,
      ...(position === undefined ? {} : { after: position })
    })
    for (const row of rows) {
      const { createdAt, value } = stored(transactions, row)
      if (createdAt < (filter.startDate ?? 0)) return pageOf(items)
      if (items.length === limit && isWanted(filter, value)) return pageOf(items, position)
      if (isWanted(filter, value)) items.push(value)
      position = { createdAt, id: row.id }
    }
    if (rows.length < BATCH) return pageOf(items)
  }
  return pageOf(items, position)
})

const pageOf = (items: ReadonlyArray<Transaction>, next?: Position): Page<Transaction> => ({
  items,
  ...(next === undefined ? {} : { next })
})

/** Nothing is newer than the end, whatever its id. */
const startOf = ({ endDate }: TransactionFilter): Position | undefined =>
  endDate === undefined ? undefined : { createdAt: endDate + 1, id: "" }

const indexOf = ({ customerId, platformCustomerId }: TransactionFilter) => {
  if (customerId !== undefined) return { index: { name: "customer", values: [customerId] } }
  if (platformCustomerId !== undefined) return { index: { name: "platformCustomer", values: [platformCustomerId] } }
  return {}
}

const isWanted = (
  filter: TransactionFilter,
  { destination, platformCustomerId, source, status, type }: Transaction
) => {
  const { accountIdentifier, receiverAccountIdentifier, senderAccountIdentifier } = filter
  return (
    (filter.status ?? status) === status &&
    (filter.type ?? type) === type &&
    (filter.platformCustomerId ?? platformCustomerId) === platformCustomerId &&
    (senderAccountIdentifier ?? identifier(source)) === identifier(source) &&
    (receiverAccountIdentifier ?? identifier(destination)) === identifier(destination) &&
    [identifier(source), identifier(destination)].includes(accountIdentifier ?? identifier(source))
  )
}

const identifier = ({ accountId, umaAddress }: Transaction["source"]) => accountId ?? umaAddress
