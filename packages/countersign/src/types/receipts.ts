// Printed from the contract: npm run docs

import type { Instant } from "./json.ts"
import type { Mode } from "./values.ts"

/**
 * An authorised action and the signature that authorised it, linked to the previous one and signed by the service.
 * docs/guides/receipts.md documents the fields.
 */
export interface Receipt {
  /** Version 2 added `detailsSha256` and the proof `IDENTITY_TOKEN`. Receipts of version 1 remain valid. */
  readonly version: 1 | 2
  readonly platformId: string
  readonly mode: Mode
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  /** 1 for the first receipt of the account, then increasing by one. */
  readonly sequence: number
  /** The `hash` of the previous receipt; 64 zeros for the first one. */
  readonly previous: string
  /** Milliseconds since the epoch. Never less than in the previous receipt. */
  readonly at: number
  /** The consumed id: of a signed request, of a quote, of the erased customer, or of an act. */
  readonly consumed: string
  readonly operation: string
  readonly method: string
  readonly path: string
  /** SHA-256 of the canonical JSON of the body, hex. Empty if only the payload binds the call. */
  readonly bodyDigest: string
  /** SHA-256 of the UTF-8 bytes of the signed text. */
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
    | { readonly type: "OPERATOR"; readonly actor: string; readonly reason: string; readonly tokenId: string | null }
    | { readonly type: "MAILED_SECRET" }
  /** The session whose key signed; null if no session signed. */
  readonly sessionId: string | null
  /** The credential that opened the session; null if no session signed. */
  readonly credentialId: string | null
  /** Every record that the commit wrote, except this receipt. */
  readonly changes: ReadonlyArray<{
    readonly collection: string
    readonly id: string
    readonly from: number
    readonly to: number
  }>
  /** The id of the service key that signed. */
  readonly kid: string
  /** SHA-256 of the text of `details`. A digest of the plaintext would allow guesses after its erasure. */
  readonly detailsSha256?: string
  readonly hash: string
  /** By the service: DER in hex. */
  readonly signature: string
  /** Encrypted with the data key of the account. A receipt is valid without them. */
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
  /** The consumed id of the receipt, or an id of the activity alone. */
  readonly id: string
  readonly at: Instant
  readonly type: ActivityType
  readonly actor: "END_USER" | "GUARDIAN" | "PLATFORM" | "OPERATOR" | "SERVICE"
  readonly actorName?: string
  readonly reason?: string
  /** The session that the activity is about. */
  readonly sessionId?: string
  /** The credential that the activity is about. */
  readonly credentialId?: string
  readonly signedBy?: { readonly sessionId?: string; readonly credentialId?: string }
  /** The position of the receipt in the chain of the account; absent without a receipt. */
  readonly sequence?: number
  readonly operation?: string
  readonly transactionId?: string
  readonly amount?: { readonly amount: number; readonly currency: string }
  readonly details?: {
    /** The beneficiary. */
    readonly payee?: string
    /** The masked number of the payee's account. */
    readonly account?: string
    readonly accountType?: string
    readonly sent?: { readonly amount: number; readonly currency: string }
    readonly received?: { readonly amount: number; readonly currency: string }
    readonly credentialType?: string
    readonly credentialName?: string
    /** The new address of the customer. */
    readonly email?: string
  }
  /** The details were erased with the customer. */
  readonly isErased?: true
}

/** The account whose history to list, and filters, combined with AND. */
export interface ActivityQuery {
  readonly accountId: string
  readonly type?: ActivityType
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

/** The last receipt of an account's chain. A copy stored elsewhere reveals that an export was truncated. */
export interface ReceiptHead {
  readonly platformId: string
  readonly mode: Mode
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  /** 1 for the first receipt of the account, then increasing by one. */
  readonly sequence: number
  readonly hash: string
}
