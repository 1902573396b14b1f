import type { Millis } from "../../model/Environment.ts"
import type { CustomerId, TransactionId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { listPage, readOne } from "../../steps/lists.ts"
import { ALL } from "../../store/Store.ts"
import { referenceOf, TransactionNotFound } from "./rules/Quote.ts"
import { type Transaction, transactions } from "./rules/Transaction.ts"

export const readTransaction = (transactionId: TransactionId) =>
  readOne(transactions, transactionId, TransactionNotFound)

export interface TransactionFilter {
  readonly customerId?: CustomerId | undefined
  readonly platformCustomerId?: string | undefined
  readonly accountIdentifier?: string | undefined
  readonly senderAccountIdentifier?: string | undefined
  readonly receiverAccountIdentifier?: string | undefined
  /** In upper case. */
  readonly status?: Uppercase<Transaction["status"]> | undefined
  readonly type?: Transaction["type"] | undefined
  /** The statement reference. */
  readonly reference?: string | undefined
  /** Both inclusive. */
  readonly startDate?: Millis | undefined
  readonly endDate?: Millis | undefined
  /** Newest first if absent. */
  readonly sortOrder?: "asc" | "desc" | undefined
}

/** Returns payments, newest or oldest first. */
export const listTransactions = (filter: TransactionFilter, page: PageRequest) => {
  const { endDate: until, sortOrder, startDate: since } = filter
  const isOne = (payment: Transaction) => isWanted(filter, payment)
  const query = { collection: transactions, index: indexOf(filter), isWanted: isOne, since, until }
  return listPage({ ...query, ...(sortOrder === "asc" && { order: "oldest" as const }) }, page)
}

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
    (filter.status ?? status.toUpperCase()) === status.toUpperCase() &&
    (filter.type ?? type) === type &&
    (filter.reference ?? referenceOf(transactionId)) === referenceOf(transactionId) &&
    (filter.platformCustomerId ?? platformCustomerId) === platformCustomerId &&
    (senderAccountIdentifier ?? identifier(source)) === identifier(source) &&
    (receiverAccountIdentifier ?? identifier(destination)) === identifier(destination) &&
    [identifier(source), identifier(destination)].includes(accountIdentifier ?? identifier(source))
  )
}

const identifier = ({ accountId, umaAddress }: Transaction["source"]) => accountId ?? umaAddress
