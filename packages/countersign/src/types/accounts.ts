import type { CurrencyAmount, Instant, JsonFields, JsonValue } from "./values.ts"

/** The type of an internal account of a customer. */
export type InternalAccountType = "INTERNAL_FIAT" | "INTERNAL_CRYPTO" | "EMBEDDED_WALLET"

/** An internal account of a customer: an embedded wallet or a fiat account. */
export interface InternalAccount {
  /** `InternalAccount:<uuid>` */
  readonly id: string
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

/** Selects the internal accounts of one customer, or of all customers when `customerId` is absent. */
export interface AccountQuery {
  readonly customerId?: string
  readonly currency?: string
  readonly type?: InternalAccountType
}

/** The answer of `exportWallet`: the encrypted mnemonic. */
export interface ExportedWallet {
  readonly id: string
  /** A signed bundle that contains the mnemonic, encrypted to `clientPublicKey` (HPKE). */
  readonly encryptedWalletCredentials: string
}

/** A bank account or a wallet elsewhere. */
export interface ExternalAccount {
  /** `ExternalAccount:<uuid>` */
  readonly id: string
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
  readonly customerId?: string
  readonly currency: string
  readonly platformAccountId?: string
  readonly accountInfo: object
  readonly defaultUmaDepositAccount?: boolean
}

/** `accountInfo` is merged into the stored fields as a JSON Merge Patch (RFC 7396): null removes a field. */
export interface ExternalAccountPatch {
  readonly platformAccountId?: string | null
  readonly accountInfo?: object
  readonly status?: "ACTIVE" | "INACTIVE"
  readonly defaultUmaDepositAccount?: boolean
}

/** Filters of `externalAccounts.list`, combined with AND. */
export interface ExternalAccountFilter {
  readonly customerId?: string
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
