import { Schema } from "effect"
import { Money } from "../../../model/currencies.ts"
import { environmentKey, Millis } from "../../../model/Environment.ts"
import { AccountId, CredentialId } from "../../../model/ids.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import * as Collection from "../../../store/Collection.ts"
import { type Draft, insert } from "../../../store/plans.ts"
import type { Details } from "./Details.ts"
import type { Receipt } from "./Receipt.ts"

/** The types of acts without the proof of an end user or the justification of an operator. They have no receipt. */
const UnprovenType = Schema.Literals([
  "CREDENTIAL_CREATED",
  "CREDENTIAL_LOCKED",
  "CREDENTIAL_RETURNED",
  "MONEY_RECEIVED",
  "MONEY_RETURNED",
  "MONEY_RECALLED",
  "PAYMENT_SENT"
])

/** The start of a recovery. An operator authorises it by an act, and a guardian by an assertion. */
export const RECOVERY_START = "StartRecovery"

/** The types of the activities that receipts prove, by the operation that they name. */
const OPERATIONS = {
  VerifyCredential: "SESSION_OPENED",
  OpenSignIn: "SESSION_OPENED",
  LoginWithPasskey: "SESSION_OPENED",
  RefreshSession: "SESSION_REFRESHED",
  RevokeSession: "SESSION_ENDED",
  RevokeOtherSessions: "OTHER_SESSIONS_ENDED",
  EndSessions: "ALL_SESSIONS_ENDED",
  AddCredential: "CREDENTIAL_ADDED",
  ConfirmCredential: "CREDENTIAL_CONFIRMED",
  RenameCredential: "CREDENTIAL_RENAMED",
  RevokeCredential: "CREDENTIAL_REMOVED",
  SuspendCredential: "CREDENTIAL_SUSPENDED",
  ResumeCredential: "CREDENTIAL_RESUMED",
  UnlockCredential: "CREDENTIAL_UNLOCKED",
  UpdateAccount: "ACCOUNT_UPDATED",
  SuspendAccount: "ACCOUNT_SUSPENDED",
  ResumeAccount: "ACCOUNT_RESUMED",
  ExportWallet: "WALLET_EXPORTED",
  UpdateCustomer: "EMAIL_CHANGE_SIGNED",
  ProveEmail: "EMAIL_CHANGED",
  UndoEmail: "EMAIL_RESTORED",
  CreateRecoveryCodes: "RECOVERY_CODES_CREATED",
  AddGuardian: "GUARDIAN_ADDED",
  RemoveGuardian: "GUARDIAN_REMOVED",
  [RECOVERY_START]: "RECOVERY_STARTED",
  CancelRecovery: "RECOVERY_CANCELLED",
  CompleteRecovery: "RECOVERY_COMPLETED",
  DeleteCustomer: "CUSTOMER_DELETED",
  EraseCustomer: "CUSTOMER_ERASED",
  ExecuteQuote: "PAYMENT_SIGNED"
} as const

export const ActivityType = Schema.Literals([
  ...UnprovenType.literals,
  ...new Set(Object.values(OPERATIONS)),
  "HOST_CALL_SIGNED",
  "OTHER"
]).annotate({ description: "The type of an activity" })
export type ActivityType = typeof ActivityType.Type

const types: ReadonlyMap<string, ActivityType> = new Map(Object.entries(OPERATIONS))

/** `OTHER` is an operation that this release does not know, in a database that a later one has written to. */
export const typeOf = ({ operation }: Pick<Receipt, "operation">): ActivityType =>
  types.get(operation) ?? (operation.startsWith("Host/") ? "HOST_CALL_SIGNED" : "OTHER")

/** Who acted. The service acts when it locks a credential, and when money arrives. */
export const Actor = Schema.Literals(["END_USER", "GUARDIAN", "PLATFORM", "OPERATOR", "SERVICE"])
export type Actor = typeof Actor.Type

/** One entry of the history of an account. */
export interface Activity {
  /** The consumed id of a receipt, or the id of the record. Unique within the account. */
  readonly id: string
  readonly at: Millis
  readonly type: ActivityType
  readonly actor: Actor
  /** The operator's name, and the reason of an operator's act or of an erasure. */
  readonly actorName?: string
  readonly reason?: string
  /** The session and the credential that the activity is about. */
  readonly sessionId?: string
  readonly credentialId?: string
  /** The session that signed, and the credential that opened it. */
  readonly signedBy?: { readonly sessionId?: string; readonly credentialId?: string }
  /** The position of the receipt in the chain of the account, and the operation that it names. */
  readonly sequence?: number
  readonly operation?: string
  readonly transactionId?: string
  readonly amount?: Money
  readonly details?: Details
  /** The details were erased with the customer, and cannot be restored. */
  readonly isErased?: true
}

/** An activity without a receipt. It contains no personal data, and is retained as long as a receipt. */
const Recorded = Schema.Struct({
  activityId: Schema.String,
  accountId: AccountId,
  at: Millis,
  /** An `UnprovenType`, or one of a newer version. */
  type: Schema.String,
  credentialId: Schema.optionalKey(CredentialId),
  transactionId: Schema.optionalKey(Schema.String),
  amount: Schema.optionalKey(Money),
  expiresAt: Millis
})
type Recorded = typeof Recorded.Type

export const activities = Collection.make({
  name: "activities",
  schema: Recorded,
  id: "activityId",
  indexes: { account: ["accountId"] },
  expiry: "expiresAt"
})

/** The insert of an activity without a receipt, for the commit in which it happens. */
export const recorded = (
  what: Omit<Recorded, "activityId" | "expiresAt" | "type"> & { readonly type: typeof UnprovenType.Type },
  { receiptLifetime }: Pick<PolicyValues, "receiptLifetime">
): Draft => ({
  prefix: "Lookup",
  insert: (activityId, here) =>
    insert(activities, environmentKey(here), { ...what, activityId, expiresAt: what.at + receiptLifetime }, what.at)
})

const BY_PLATFORM: ReadonlyArray<ActivityType> = ["CREDENTIAL_CREATED", "PAYMENT_SENT"]

const isUnproven = Schema.is(UnprovenType)

/** The type of an activity without a receipt: `OTHER` if a later release wrote it. */
export const typeOfRecorded = ({ type }: Pick<Recorded, "type">): ActivityType => (isUnproven(type) ? type : "OTHER")

export const ofRecorded = ({ accountId: _, activityId, expiresAt: __, ...rest }: Recorded): Activity => ({
  ...rest,
  type: typeOfRecorded(rest),
  id: activityId,
  actor: BY_PLATFORM.includes(typeOfRecorded(rest)) ? "PLATFORM" : "SERVICE"
})

/** The activity that a receipt proves. `details` are `undefined` if it has none, or if they were erased. */
export const ofReceipt = (receipt: Receipt, details: Details | undefined): Activity => {
  const { at, consumed, credentialId, operation, sequence, sessionId } = receipt
  const type = typeOf(receipt)
  return {
    id: consumed,
    at,
    type,
    ...actorOf(receipt),
    ...subjectOf(receipt, type),
    ...(credentialId === null ? {} : { signedBy: { credentialId, ...(sessionId === null ? {} : { sessionId }) } }),
    sequence,
    operation,
    ...(details === undefined ? {} : { details }),
    ...(details === undefined && receipt.detailsSha256 !== undefined ? { isErased: true } : {})
  }
}

const actorOf = ({ operation, proof }: Receipt): Pick<Activity, "actor" | "actorName" | "reason"> => {
  switch (proof.type) {
    case "STAMP":
    case "ASSERTION":
    case "IDENTITY_TOKEN":
    case "MAILED_SECRET":
    case "WAIVED":
      return { actor: operation === RECOVERY_START ? "GUARDIAN" : "END_USER" }
    case "ERASURE":
      return { actor: "PLATFORM", reason: proof.reason }
    case "OPERATOR":
      return { actor: "OPERATOR", actorName: proof.actor, reason: proof.reason }
  }
}

/** The session or the credential that the commit wrote. */
const subjectOf = ({ changes, credentialId }: Receipt, type: ActivityType) => {
  const written = (...names: ReadonlyArray<string>) => changes.filter(({ collection }) => names.includes(collection))
  if (type === "SESSION_OPENED" || type === "SESSION_REFRESHED" || type === "SESSION_ENDED") {
    const [session] = written("sessions").toSorted((one, other) => one.from - other.from)
    return {
      ...(session === undefined ? {} : { sessionId: session.id }),
      ...(credentialId === null ? {} : { credentialId })
    }
  }
  const credential = type.startsWith("CREDENTIAL_") ? written("credentials", "email_otps")[0] : undefined
  return credential === undefined ? {} : { credentialId: credential.id }
}
