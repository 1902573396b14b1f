import { registeredOriginators } from "@countersign/account-types"
import { Result, Schema } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import { counted } from "../../../model/counted.ts"
import { Environment, Millis } from "../../../model/Environment.ts"
import { CustomerId, ExternalAccountId } from "../../../model/ids.ts"
import { type Finding, NameMatch } from "../../../ports/Verification.ts"
import * as Collection from "../../../store/Collection.ts"
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
  /** Null if the platform gave none. Such a record is not indexed by reference. */
  platformAccountId: Schema.NullOr(Schema.String),
  status: Schema.Literals(["Pending", "Active", "UnderReview", "Inactive"]),
  currency: Schema.String,
  /** The canonical type name, even if an alias was sent. */
  accountType: Schema.String,
  /** The `Particulars`, encrypted with the vault key. */
  sealed: Schema.String,
  /** Increases with every change of substance. A finding about an earlier revision does not apply. */
  revision: Schema.Int,
  nameMatch: Schema.optionalKey(NameMatch),
  defaultUmaDepositAccount: Schema.Boolean,
  /** When the destination or the beneficiary last changed. Absent in records of earlier versions. */
  destinationSince: Schema.optionalKey(Millis),
  ...counted
})
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("ExternalAccount", Fields)

/** A destination outside of the service. Personal data is stored only in `sealed`. */
export type ExternalAccount = Machine.Made<"ExternalAccount", Fields>

export const externalAccounts = Collection.make({
  name: "external_accounts",
  schema: state,
  id: "externalAccountId",
  unique: { reference: ["owner", "platformAccountId"] },
  indexes: {
    scope: ["scope"],
    scopeCurrency: ["scope", "currency"],
    scopeReference: ["scope", "platformAccountId"],
    owner: ["owner"]
  }
})

export const initial = (
  fields: Omit<Fields, "eventCount" | "status">,
  finding: Finding
): Result.Result<ExternalAccount, StatusUnreachable> => {
  const account = seal({ ...fields, status: Status.machine.begins, eventCount: 0 })
  return moved(account, Status.eventsOf(account.status, finding), account)
}

/**
 * The account with changed fields, in the status that the events lead to. Its age begins again only with a time in
 * `destinationSince`: no other change restarts it.
 */
export const moved = (
  account: ExternalAccount,
  events: ReadonlyArray<Status.Event>,
  fields: Omit<Fields, "status">
): Result.Result<ExternalAccount, StatusUnreachable> =>
  Result.map(Status.after(account.status, events), (reached) =>
    seal({ ...fields, destinationSince: fields.destinationSince ?? destinationSince(account), status: reached })
  )

/** Since when the account has had its destination and beneficiary. */
export const destinationSince = (account: Pick<Fields, "destinationSince" | "updatedAt">): Millis =>
  account.destinationSince ?? account.updatedAt

export const resealed = (account: ExternalAccount, sealed: string): ExternalAccount => seal({ ...account, sealed })

/** Fails unless the account may receive money. */
export const payable = (account: ExternalAccount): Result.Result<ExternalAccount, ExternalAccountNotActive> =>
  account.status === "Active" ? Result.succeed(account) : Result.fail(new ExternalAccountNotActive())

/** The sender, with the properties that destinations require. */
export type Sender =
  | { readonly customerType: "INDIVIDUAL" }
  | { readonly customerType: "BUSINESS"; readonly businessInfo: { readonly registrationNumber?: string | undefined } }

/** Fails if the destination requires the sending business to have a registrationNumber, and it has none. */
export const sendable = (sender: Sender, destination: string): Result.Result<void, OriginatorUnregistered> =>
  sender.customerType === "BUSINESS" &&
  sender.businessInfo.registrationNumber === undefined &&
  registeredOriginators.has(destination)
    ? Result.fail(new OriginatorUnregistered())
    : Result.void

/** An unanswered question to the verifier, queued for a retry. One per account, about its current revision. */
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
  id: "externalAccountId",
  ...Collection.queued
})
