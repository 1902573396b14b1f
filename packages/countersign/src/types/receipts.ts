import type { Instant } from "./values.ts"

/**
 * An authorised action and the signature that authorised it. docs/guides/receipts.md documents the fields. `at` is in
 * milliseconds since the epoch.
 */
export interface Receipt {
  readonly version: 1 | 2
  readonly platformId: string
  readonly mode: "sandbox" | "production"
  readonly accountId: string
  readonly sequence: number
  readonly previous: string
  readonly at: number
  readonly consumed: string
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly bodyDigest: string
  readonly payloadSha256: string
  readonly proof:
    | { readonly type: "STAMP"; readonly stamp: string }
    | {
        readonly type: "ASSERTION"
        readonly clientDataJson: string
        readonly authenticatorData: string
        readonly signature: string
      }
    | { readonly type: "WAIVED" }
    | { readonly type: "IDENTITY_TOKEN" }
    | { readonly type: "ERASURE"; readonly reason: string }
    | {
        readonly type: "OPERATOR"
        readonly actor: string
        readonly reason: string
        readonly tokenId: string | null
      }
    | { readonly type: "MAILED_SECRET" }
  readonly sessionId: string | null
  readonly credentialId: string | null
  readonly changes: ReadonlyArray<{
    readonly collection: string
    readonly id: string
    readonly from: number
    readonly to: number
  }>
  readonly kid: string
  readonly detailsSha256?: string
  readonly hash: string
  readonly signature: string
  readonly details?: string
}

/** The type of an activity. */
export type ActivityType =
  | "CREDENTIAL_CREATED"
  | "CREDENTIAL_LOCKED"
  | "CREDENTIAL_RETURNED"
  | "MONEY_RECEIVED"
  | "MONEY_RETURNED"
  | "MONEY_RECALLED"
  | "PAYMENT_SENT"
  | "SESSION_OPENED"
  | "SESSION_REFRESHED"
  | "SESSION_ENDED"
  | "OTHER_SESSIONS_ENDED"
  | "ALL_SESSIONS_ENDED"
  | "CREDENTIAL_ADDED"
  | "CREDENTIAL_CONFIRMED"
  | "CREDENTIAL_RENAMED"
  | "CREDENTIAL_REMOVED"
  | "CREDENTIAL_SUSPENDED"
  | "CREDENTIAL_RESUMED"
  | "CREDENTIAL_UNLOCKED"
  | "ACCOUNT_UPDATED"
  | "ACCOUNT_SUSPENDED"
  | "ACCOUNT_RESUMED"
  | "WALLET_EXPORTED"
  | "EMAIL_CHANGE_SIGNED"
  | "EMAIL_CHANGED"
  | "EMAIL_RESTORED"
  | "RECOVERY_CODES_CREATED"
  | "GUARDIAN_ADDED"
  | "GUARDIAN_REMOVED"
  | "RECOVERY_STARTED"
  | "RECOVERY_CANCELLED"
  | "RECOVERY_COMPLETED"
  | "CUSTOMER_DELETED"
  | "CUSTOMER_ERASED"
  | "PAYMENT_SIGNED"
  | "HOST_CALL_SIGNED"
  | "OTHER"

/** One entry of the history of an account. docs/guides/receipts.md documents the fields. */
export interface Activity {
  readonly id: string
  readonly at: Instant
  readonly type: ActivityType
  readonly actor: "END_USER" | "GUARDIAN" | "PLATFORM" | "OPERATOR" | "SERVICE"
  readonly actorName?: string
  readonly reason?: string
  /** The session and the credential that the activity is about. */
  readonly sessionId?: string
  readonly credentialId?: string
  readonly signedBy?: { readonly sessionId?: string; readonly credentialId?: string }
  /** The position of the receipt in the chain of the account; absent without a receipt. */
  readonly sequence?: number
  readonly operation?: string
  readonly transactionId?: string
  readonly amount?: { readonly amount: number; readonly currency: string }
  readonly details?: {
    readonly payee?: string
    /** The masked number of the payee's account. */
    readonly account?: string
    readonly accountType?: string
    readonly sent?: { readonly amount: number; readonly currency: string }
    readonly received?: { readonly amount: number; readonly currency: string }
    readonly credentialType?: string
    readonly credentialName?: string
    readonly email?: string
  }
  /** The details were erased with the customer. */
  readonly isErased?: true
}

/** The account of `activity.list`, and its filters. */
export interface ActivityQuery {
  readonly accountId: string
  readonly type?: ActivityType
  /** Bounds of `at`, both inclusive. */
  readonly startDate?: Instant
  readonly endDate?: Instant
}

/** Who acts as an operator, and why: one line each, recorded in the receipt. No personal data of end users. */
export interface Justification {
  /** 1 to 100 characters. */
  readonly actor: string
  /** 1 to 200 characters. */
  readonly reason: string
}

/** The last receipt of an account's chain. */
export interface ReceiptHead {
  readonly platformId: string
  readonly mode: "sandbox" | "production"
  readonly accountId: string
  readonly sequence: number
  readonly hash: string
}

/** A position in a list of receipts. */
export interface ReceiptPosition {
  readonly createdAt: number
  readonly id: string
}

/** One page of receipts, oldest first. */
export interface ReceiptPage<A> {
  readonly items: ReadonlyArray<A>
  /** The position to pass as `after` for the next page; absent on the last page. */
  readonly next?: ReceiptPosition
}
