import type { Currency, CurrencyAmount, Instant, JsonFields, JsonValue } from "./values.ts"

/** The state of a payment. */
export type PaymentStatus = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED"

/** The source or destination of a payment. */
interface End {
  readonly accountId?: string
  readonly umaAddress?: string
  readonly customerId?: string
  readonly currency: string
}
type EndKind = "ACCOUNT" | "REALTIME_FUNDING" | "UMA_ADDRESS"

/** Where the money of a payment comes from. */
export interface PaymentSource extends End {
  readonly sourceType: EndKind
}

/** Where the money of a payment goes. */
export interface PaymentDestination extends End {
  readonly destinationType: EndKind
}

/** Amounts are in the smallest unit of their currency. */
export interface NewQuote {
  readonly source:
    | {
        readonly sourceType: "ACCOUNT"
        readonly accountId: string
        readonly customerId?: string
        readonly currency?: string
      }
    | {
        readonly sourceType: "REALTIME_FUNDING"
        readonly customerId: string
        readonly currency: string
        readonly cryptoNetwork?: string
      }
  readonly destination:
    | {
        readonly destinationType: "ACCOUNT"
        readonly accountId: string
        readonly currency?: string
        readonly paymentRail?: string
      }
    | { readonly destinationType: "UMA_ADDRESS"; readonly umaAddress: string; readonly currency: string }
  readonly lockedCurrencySide: "SENDING" | "RECEIVING"
  readonly lockedCurrencyAmount: number
  readonly description?: string
  readonly immediatelyExecute?: boolean
  readonly purposeOfPayment?: string
  readonly lookupId?: string
  readonly remittanceInformation?: string
  readonly senderCustomerInfo?: JsonFields
}

/** The offered terms of a payment, and the state of that payment. */
export interface Quote {
  /** `Quote:<uuid>` */
  readonly id: string
  readonly status: PaymentStatus
  readonly source: PaymentSource
  readonly destination: PaymentDestination
  readonly sendingCurrency: Currency
  readonly receivingCurrency: Currency
  readonly totalSendingAmount: number
  readonly totalReceivingAmount: number
  /** Sending units per receiving unit, net of fees. */
  readonly exchangeRate: number
  readonly feesIncluded: number
  readonly transactionId: string
  /** A quote from an embedded wallet has one entry, which contains `payloadToSign` and any `stepUp`. */
  readonly paymentInstructions?: ReadonlyArray<JsonValue>
  readonly description?: string
  readonly createdAt: Instant
  readonly expiresAt: Instant
}

/** A payment from one account to another. */
export interface Transfer {
  readonly from: string
  readonly to: string
  /** In the smallest unit of the currency. */
  readonly amount: number
  readonly remittanceInformation?: string
  readonly purposeOfPayment?: string
}

/** A payment, outgoing or incoming. */
export interface Transaction {
  /** `Transaction:<uuid>` */
  readonly id: string
  readonly status: PaymentStatus
  readonly type: "INCOMING" | "OUTGOING"
  readonly direction: "CREDIT" | "DEBIT"
  readonly source: PaymentSource
  readonly destination: PaymentDestination
  readonly customerId?: string
  readonly platformCustomerId?: string
  readonly sentAmount: CurrencyAmount
  readonly receivedAmount: CurrencyAmount
  readonly fees: number
  /** Of OUTGOING: sending units per receiving unit, net of fees. */
  readonly exchangeRate?: number
  readonly quoteId?: string
  readonly paymentInstructions?: ReadonlyArray<JsonValue>
  readonly description?: string
  readonly failureReason?:
    | "QUOTE_EXPIRED"
    | "QUOTE_EXECUTION_FAILED"
    | "LIGHTNING_PAYMENT_FAILED"
    | "FUNDING_AMOUNT_MISMATCH"
    | "COUNTERPARTY_POST_TX_FAILED"
    | "PAYOUT_RETURNED"
    | "LIMIT_EXCEEDED"
    | "ACCOUNT_CANNOT_RECEIVE"
    | "ACCOUNT_INVALID"
    | "COMPLIANCE_REJECTED"
    | "PAYMENT_APPROVAL_WEBHOOK_ERROR"
    | "PAYMENT_APPROVAL_TIMED_OUT"
    | "MISSING_MANDATORY_PAYEE_DATA"
  readonly refund?: {
    readonly reference: string
    readonly initiatedAt: Instant
    readonly status: "PENDING" | "COMPLETED" | "FAILED"
    readonly settledAt?: Instant
    readonly reason: "TRANSACTION_FAILED" | "USER_CANCELLATION" | "TIMEOUT"
  }
  readonly reconciliationInstructions: { readonly reference: string }
  readonly settledAt?: Instant
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Filters of `transactions.list`, combined with AND. */
export interface TransactionFilter {
  readonly customerId?: string
  readonly platformCustomerId?: string
  readonly accountIdentifier?: string
  readonly senderAccountIdentifier?: string
  readonly receiverAccountIdentifier?: string
  readonly status?: PaymentStatus
  readonly type?: "INCOMING" | "OUTGOING"
  readonly reference?: string
  readonly startDate?: Instant
  readonly endDate?: Instant
  readonly sortOrder?: "asc" | "desc"
}
