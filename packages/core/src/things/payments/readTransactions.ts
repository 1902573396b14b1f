import { Effect } from "effect"
import { environmentKey, type Millis } from "../../model/Environment.ts"
import type { CustomerId, TransactionId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { findMatching } from "../../steps/findMatching.ts"
import { byId, loadOne } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { referenceOf, TransactionNotFound } from "./rules/Quote.ts"
import { type Transaction, transactions } from "./rules/Transaction.ts"

export const readTransaction = Effect.fnUntraced(function* (transactionId: TransactionId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const record = yield* loadOne(byId(transactions, environment, transactionId))
  return record === undefined ? yield* new TransactionNotFound() : record.value
})

/** Filters for a list of payments. */
export interface TransactionFilter {
  readonly customerId?: CustomerId | undefined
  readonly platformCustomerId?: string | undefined
  readonly accountIdentifier?: string | undefined
  readonly senderAccountIdentifier?: string | undefined
  readonly receiverAccountIdentifier?: string | undefined
  readonly status?: Transaction["status"] | undefined
  readonly type?: Transaction["type"] | undefined
  /** The statement reference. */
  readonly reference?: string | undefined
  /** Both inclusive. */
  readonly startDate?: Millis | undefined
  readonly endDate?: Millis | undefined
  /** Newest first if absent. */
  readonly order?: "oldest" | undefined
}

/** Returns payments, newest or oldest first. */
export const listTransactions = Effect.fnUntraced(function* (filter: TransactionFilter, page: PageRequest) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const { endDate: until, order, startDate: since } = filter
  const isOne = (payment: Transaction) => isWanted(filter, payment)
  return yield* findMatching(
    {
      collection: transactions,
      environment,
      index: indexOf(filter),
      isWanted: isOne,
      since,
      until,
      ...(order && { order })
    },
    page
  )
})

const indexOf = ({ customerId, platformCustomerId }: TransactionFilter) => {
  if (customerId !== undefined) return { name: "customer", values: [customerId] }
  if (platformCustomerId !== undefined) return { name: "platformCustomer", values: [platformCustomerId] }
  return ALL
}

const isWanted = (
  filter: TransactionFilter,
  { destination, platformCustomerId, source, status, transactionId, type }: Transaction
) => {
  const { accountIdentifier, receiverAccountIdentifier, senderAccountIdentifier } = filter
  return (
    (filter.status ?? status) === status &&
    (filter.type ?? type) === type &&
    (filter.reference ?? referenceOf(transactionId)) === referenceOf(transactionId) &&
    (filter.platformCustomerId ?? platformCustomerId) === platformCustomerId &&
    (senderAccountIdentifier ?? identifier(source)) === identifier(source) &&
    (receiverAccountIdentifier ?? identifier(destination)) === identifier(destination) &&
    [identifier(source), identifier(destination)].includes(accountIdentifier ?? identifier(source))
  )
}

const identifier = ({ accountId, umaAddress }: Transaction["source"]) => accountId ?? umaAddress
