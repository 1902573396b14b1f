import { Result, Schema } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import { AlreadySuspended, NotSuspended } from "../../../model/accountState.ts"
import { counted } from "../../../model/counted.ts"
import { Environment, Millis } from "../../../model/Environment.ts"
import { AccountId, CustomerId } from "../../../model/ids.ts"
import { missing, Refusal } from "../../../model/Refusal.ts"
import * as Collection from "../../../store/Collection.ts"

export const AccountType = Schema.Literals(["INTERNAL_FIAT", "INTERNAL_CRYPTO", "EMBEDDED_WALLET"]).annotate({
  description: "The type of an internal account of a customer"
})
export type AccountType = typeof AccountType.Type

export const AccountStatus = Schema.Literals(["PENDING", "ACTIVE", "CLOSED", "FROZEN"])

export const Currency = Schema.Struct({
  code: Schema.String,
  name: Schema.String,
  symbol: Schema.String,
  decimals: Schema.Int
}).annotate({ description: "A currency. `decimals` is the number of digits behind the point of its major unit" })

/**
 * The API defines PENDING, but no event leads to it. An operator suspends a wallet, which is then FROZEN. An account
 * closes with its customer.
 */
export const { machine } = Machine.words({
  name: "InternalAccount",
  begins: "ACTIVE",
  table: {
    PENDING: { Closed: "CLOSED" },
    ACTIVE: { Suspended: "FROZEN", Closed: "CLOSED" },
    FROZEN: { Resumed: "ACTIVE", Closed: "CLOSED" },
    CLOSED: {}
  }
})

const Fields = Schema.Struct({
  accountId: AccountId,
  /** Null for the platform's own accounts. */
  customerId: Schema.NullOr(CustomerId),
  type: AccountType,
  status: AccountStatus,
  currency: Currency,
  /** The available balance, in the smallest unit of the currency. */
  balance: Schema.Int,
  privateEnabled: Schema.Boolean,
  /** A recovery holds the account: until this time nothing leaves it. Absent without a recovery. */
  heldUntil: Schema.optionalKey(Millis),
  /** Deposit instructions. Absent on accounts opened before these were stored. */
  instructions: Schema.optionalKey(Schema.Array(Schema.Json)),
  ...counted
})
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("InternalAccount", Fields)

/**
 * An internal account of a customer, or of the platform itself. Money leaves an EMBEDDED_WALLET only with the stamp of
 * its owner's session.
 */
export type InternalAccount = Machine.Made<"InternalAccount", Fields>

export const internalAccounts = Collection.make({
  name: "internal_accounts",
  schema: state,
  id: "accountId",
  indexes: {
    all: [],
    account: ["accountId"],
    customer: ["customerId"],
    type: ["type"],
    customerType: ["customerId", "type"]
  }
})

export const initial = (
  fields: Omit<Fields, "balance" | "eventCount" | "privateEnabled" | "status">
): InternalAccount => seal({ ...fields, status: machine.begins, balance: 0, privateEnabled: false, eventCount: 0 })

/** The account with another balance or privacy setting, and the same status. */
export const revised = (
  account: InternalAccount,
  fields: Partial<Pick<Fields, "balance" | "privateEnabled">>,
  at: Millis
): InternalAccount => seal({ ...account, ...fields, updatedAt: at })

export const closed = (account: InternalAccount, at: Millis): InternalAccount =>
  Result.getOrElse(moved(account, "Closed", at), () => account)

/** The account after an operator suspended it. Fails unless it is active. */
export const suspended = (account: InternalAccount, at: Millis): Result.Result<InternalAccount, AlreadySuspended> =>
  Result.mapError(moved(account, "Suspended", at), () => new AlreadySuspended())

/** The account after an operator resumed it. Fails unless it is suspended. */
export const resumed = (account: InternalAccount, at: Millis): Result.Result<InternalAccount, NotSuspended> =>
  Result.mapError(moved(account, "Resumed", at), () => new NotSuspended())

export const held = ({ heldUntil: _, ...account }: InternalAccount, until: Millis | undefined, at: Millis) =>
  seal({ ...account, ...(until === undefined ? {} : { heldUntil: until }), updatedAt: at })

const moved = (account: InternalAccount, on: Machine.EventsOf<typeof machine>, at: Millis) =>
  Result.map(machine.after(account.status, [on]), (status) => seal({ ...account, status, updatedAt: at }))

/** A queued privacy notification to the wallet provider. One per account; the latest value wins. */
export const PrivacyOrder = Schema.Struct({
  accountId: AccountId,
  environment: Environment,
  privateEnabled: Schema.Boolean,
  dueAt: Millis,
  attempts: Schema.Int
})
export type PrivacyOrder = typeof PrivacyOrder.Type

export const privacyOrders = Collection.make({
  name: "privacy_orders",
  schema: PrivacyOrder,
  id: "accountId",
  ...Collection.queued
})

export class AccountNotFound extends Refusal("AccountNotFound")(missing, {
  message:
    "No internal account with this id exists for this API token. Check the id, and use a token of the account's platform and mode.",
  cause:
    "The id is misspelled, the account belongs to another platform or mode, or the operation requires an embedded wallet and the account is not one.",
  remedy: "List the customer's internal accounts with the same token, and send the id of a suitable account."
}) {}

/**
 * A fingerprint that identifies the wallet root of an environment and reveals nothing about it. An environment has the
 * same root for its lifetime.
 */
export const WalletRoot = Schema.Struct({ name: Schema.Literal("root"), fingerprint: Schema.String })
export type WalletRoot = typeof WalletRoot.Type

export const walletRoots = Collection.make({
  name: "wallet_roots",
  schema: WalletRoot,
  id: "name"
})
