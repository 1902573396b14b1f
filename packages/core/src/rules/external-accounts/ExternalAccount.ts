import { registeredOriginators } from "@countersign/account-types"
import { Result, Schema } from "effect"
import * as Machine from "../../machine/Machine.ts"
import { counted } from "../../model/counted.ts"
import { Environment, Millis } from "../../model/Environment.ts"
import { CustomerId, ExternalAccountId } from "../../model/ids.ts"
import { type Finding, NameMatch } from "../../ports/Verification.ts"
import * as Collection from "../../store/Collection.ts"
import { ExternalAccountNotActive, OriginatorUnregistered, type StatusUnreachable } from "./refusals.ts"
import * as Status from "./Status.ts"

export const AccountScope = Schema.Literals(["customer", "platform"])
export type AccountScope = typeof AccountScope.Type

const Fields = Schema.Struct({
  externalAccountId: ExternalAccountId,
  scope: AccountScope,
  /** The customer's id, or "platform". */
  owner: Schema.String,
  customerId: Schema.optionalKey(CustomerId),
  /** Null where the platform gave none: such a record stands in no index of it. */
  platformAccountId: Schema.NullOr(Schema.String),
  status: Schema.Literals(["Pending", "Active", "UnderReview", "Inactive"]),
  currency: Schema.String,
  /** The type's own name, whatever alias was sent. */
  accountType: Schema.String,
  /** The `Particulars`, under the vault's key. */
  sealed: Schema.String,
  /** Grows whenever it says something else: what was found of an earlier one is not true of this one. */
  revision: Schema.Int,
  nameMatch: Schema.optionalKey(NameMatch),
  defaultUmaDepositAccount: Schema.Boolean,
  ...counted,
  createdAt: Millis,
  updatedAt: Millis
})
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("ExternalAccount", Fields)

/** A destination outside of the service. What it says of a person stands in `sealed`, and nowhere else. */
export type ExternalAccount = Machine.Made<"ExternalAccount", Fields>

export const externalAccounts = Collection.make({
  name: "external_accounts",
  schema: state,
  id: (account) => account.externalAccountId,
  unique: { reference: ["owner", "platformAccountId"] },
  indexes: {
    scope: ["scope"],
    scopeCurrency: ["scope", "currency"],
    scopeReference: ["scope", "platformAccountId"],
    owner: ["owner"]
  }
})

/** A new account, and what was found of it. */
export const begun = (
  fields: Omit<Fields, "eventCount" | "status">,
  finding: Finding
): Result.Result<ExternalAccount, StatusUnreachable> => {
  const account = seal({ ...fields, status: Status.machine.begins, eventCount: 0 })
  return moved(account, Status.eventsOf(account.status, finding), account)
}

/** The account with these fields in the status that the events lead to. */
export const moved = (
  { status }: ExternalAccount,
  events: ReadonlyArray<Status.Event>,
  fields: Omit<Fields, "status">
): Result.Result<ExternalAccount, StatusUnreachable> =>
  Result.map(Status.after(status, events), (reached) => seal({ ...fields, status: reached }))

/** The account under another key of the vault. */
export const resealed = (account: ExternalAccount, sealed: string): ExternalAccount => seal({ ...account, sealed })

/** An account that money may be sent to. */
export const payable = (account: ExternalAccount): Result.Result<ExternalAccount, ExternalAccountNotActive> =>
  account.status === "Active" ? Result.succeed(account) : Result.fail(new ExternalAccountNotActive())

/** Who sends, as far as destinations ask. */
export type Sender =
  | { readonly customerType: "INDIVIDUAL" }
  | { readonly customerType: "BUSINESS"; readonly businessInfo: { readonly registrationNumber?: string | undefined } }

/** Some destinations ask of a business that sends there a registrationNumber of its own. */
export const sendable = (sender: Sender, destination: string): Result.Result<void, OriginatorUnregistered> =>
  sender.customerType === "BUSINESS" &&
  sender.businessInfo.registrationNumber === undefined &&
  registeredOriginators.has(destination)
    ? Result.fail(new OriginatorUnregistered())
    : Result.void

/** A question that nobody answered, waiting to be asked again. One an account: it is about the account as it is then. */
export const VerificationOrder = Schema.Struct({
  externalAccountId: ExternalAccountId,
  environment: Environment,
  dueAt: Millis,
  attempts: Schema.Int
})
export type VerificationOrder = typeof VerificationOrder.Type

export const verificationOrders = Collection.make({
  name: "verification_orders",
  schema: VerificationOrder,
  id: ({ externalAccountId }) => externalAccountId,
  // The sandbox moves what waits in an environment.
  indexes: { all: [] },
  due: "dueAt"
})
