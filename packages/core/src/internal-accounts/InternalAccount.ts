import { Schema } from "effect"
import { counted } from "../model/counted.ts"
import { AccountId, CustomerId } from "../model/ids.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"

export const AccountType = Schema.Literals(["INTERNAL_FIAT", "INTERNAL_CRYPTO", "EMBEDDED_WALLET"])
export type AccountType = typeof AccountType.Type

export const AccountStatus = Schema.Literals(["PENDING", "ACTIVE", "CLOSED", "FROZEN"])

export const Currency = Schema.Struct({
  code: Schema.String,
  name: Schema.String,
  symbol: Schema.String,
  decimals: Schema.Int
})

/** An account of a customer, or of the platform itself, inside the service. An EMBEDDED_WALLET moves only by the stamp of its owner's session. */
export const InternalAccount = Schema.Struct({
  accountId: AccountId,
  /** Null where it is the platform's. */
  customerId: Schema.NullOr(CustomerId),
  type: AccountType,
  status: AccountStatus,
  currency: Currency,
  /** Spendable, in the smallest unit of the currency. */
  balance: Schema.Int,
  privateEnabled: Schema.Boolean,
  /** How to pay into it from outside. Absent on an account that was opened before these were stored. */
  instructions: Schema.optionalKey(Schema.Array(Schema.Json)),
  ...counted,
  createdAt: Millis,
  updatedAt: Millis
})
export type InternalAccount = typeof InternalAccount.Type

export const internalAccounts = Collection.make({
  name: "internal_accounts",
  schema: InternalAccount,
  id: (account) => account.accountId,
  indexes: {
    all: [],
    account: ["accountId"],
    customer: ["customerId"],
    type: ["type"],
    customerType: ["customerId", "type"]
  }
})
