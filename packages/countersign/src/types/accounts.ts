// Printed from the contract: npm run docs

import type { Instant, JsonFields, JsonValue } from "./json.ts"
import type { CurrencyAmount } from "./values.ts"

/** The type of an internal account of a customer. */
export type InternalAccountType = "INTERNAL_FIAT" | "INTERNAL_CRYPTO" | "EMBEDDED_WALLET"

/** An internal account of a customer: an embedded wallet or a fiat account. */
export interface InternalAccount {
  /** `InternalAccount:<uuid>` */
  readonly id: string
  /** `Customer:<uuid>` */
  readonly customerId?: string
  readonly type: InternalAccountType
  readonly status: "PENDING" | "ACTIVE" | "CLOSED" | "FROZEN"
  readonly balance: CurrencyAmount
  readonly totalBalance: CurrencyAmount
  readonly fundingPaymentInstructions: ReadonlyArray<JsonValue>
  /** Present on embedded wallets. */
  readonly privateEnabled?: boolean
  /** Until then nothing leaves the wallet, because of a recovery. */
  readonly heldUntil?: Instant
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Filters, combined with AND. */
export interface AccountQuery {
  readonly customerId?: string
  /** A currency code in upper case. */
  readonly currency?: string
  readonly type?: InternalAccountType
}

/** The encrypted mnemonic of a wallet. */
export interface ExportedWallet {
  /** `InternalAccount:<uuid>` */
  readonly id: string
  /** A signed bundle whose data is the mnemonic, encrypted to clientPublicKey. */
  readonly encryptedWalletCredentials: string
}

/** A bank account or a wallet elsewhere. */
export interface ExternalAccount {
  /** `ExternalAccount:<uuid>` */
  readonly id: string
  /** `Customer:<uuid>` */
  readonly customerId?: string
  readonly status: "PENDING" | "ACTIVE" | "UNDER_REVIEW" | "INACTIVE"
  readonly currency: string
  readonly platformAccountId?: string
  /** As it was sent, with derived fields added. docs/generated/accounts.md lists the fields of each type. */
  readonly accountInfo: JsonFields
  readonly beneficiaryVerificationStatus?:
    | "MATCHED"
    | "NOT_MATCHED"
    | "PARTIAL_MATCH"
    | "PENDING"
    | "UNSUPPORTED"
    | "CHECKED_BY_RECEIVING_FI"
  readonly beneficiaryVerifiedData?: { readonly fullName: string }
  readonly defaultUmaDepositAccount: boolean
}

/** Without `customerId` the account belongs to the platform. */
export interface NewExternalAccount {
  readonly currency: string
  readonly accountInfo: object
  readonly platformAccountId?: string
  readonly defaultUmaDepositAccount?: boolean
  /** `Customer:<uuid>` */
  readonly customerId?: string
}

/** `accountInfo` is merged into the stored fields as a JSON Merge Patch (RFC 7396): null removes a field. */
export interface ExternalAccountPatch {
  readonly platformAccountId?: string | null
  readonly defaultUmaDepositAccount?: boolean
  readonly accountInfo?: object
  readonly status?: "ACTIVE" | "INACTIVE"
}

/** Filters, combined with AND. */
export interface ExternalAccountFilter {
  readonly customerId?: string
  /** A currency code in upper case. */
  readonly currency?: string
  readonly platformAccountId?: string
}

/** A bank that payouts reach, and the exact name that accounts at it must use. */
export interface Discovery {
  readonly bankName: string
  readonly displayName: string
  readonly country: string
  readonly currency: string
}

/** The result of verifying an external account. */
export interface Finding {
  /** CONFIRMED: can be paid. DOUBTED: needs manual review. REJECTED: does not exist. UNDECIDED: follows later. */
  readonly standing: "CONFIRMED" | "DOUBTED" | "REJECTED" | "UNDECIDED"
  /** Absent if no name was compared, as for wallets. */
  readonly nameMatch?:
    | "MATCHED"
    | "NOT_MATCHED"
    | "PARTIAL_MATCH"
    | "PENDING"
    | "UNSUPPORTED"
    | "CHECKED_BY_RECEIVING_FI"
  /** The name of the holder at the bank. */
  readonly verifiedName?: string
}
