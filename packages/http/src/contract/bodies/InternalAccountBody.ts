import { AccountId, AccountStatus, AccountType, Currency, CustomerId, type InternalAccount } from "@countersign/core"
import { Schema } from "effect"
import { Timestamp } from "./wire.ts"

const Amount = Schema.Struct({ amount: Schema.Int, currency: Currency })

export const InternalAccountBody = Schema.Struct({
  id: AccountId,
  customerId: Schema.optionalKey(CustomerId),
  type: AccountType,
  status: AccountStatus,
  balance: Amount,
  totalBalance: Amount,
  fundingPaymentInstructions: Schema.Array(Schema.Json),
  privateEnabled: Schema.optionalKey(Schema.Boolean),
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "InternalAccount" })

export const internalAccountBody = (account: InternalAccount): typeof InternalAccountBody.Type => {
  const balance = { amount: account.balance, currency: account.currency }
  return {
    id: account.accountId,
    ...(account.customerId === null ? {} : { customerId: account.customerId }),
    type: account.type,
    status: account.status,
    balance,
    totalBalance: balance,
    fundingPaymentInstructions: account.instructions ?? [],
    ...(account.type === "EMBEDDED_WALLET" ? { privateEnabled: account.privateEnabled } : {}),
    createdAt: account.createdAt,
    updatedAt: account.updatedAt
  }
}
