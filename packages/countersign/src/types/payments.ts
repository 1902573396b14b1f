// Printed from the contract: npm run docs

import type { Instant, JsonFields, JsonValue } from "./json.ts"
import type { Currency, CurrencyAmount } from "./values.ts"

/** The state of a payment. */
export type PaymentStatus = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED"

/** Why a payment failed. */
export type PaymentFailure =
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

/** Where the money of a payment comes from. */
export interface PaymentSource {
  readonly sourceType: "ACCOUNT" | "REALTIME_FUNDING" | "UMA_ADDRESS"
  readonly accountId?: string
  readonly umaAddress?: string
  /** `Customer:<uuid>` */
  readonly customerId?: string
  readonly currency: string
}

/** Where the money of a payment goes. */
export interface PaymentDestination {
  readonly destinationType: "ACCOUNT" | "REALTIME_FUNDING" | "UMA_ADDRESS"
  readonly accountId?: string
  readonly umaAddress?: string
  /** `Customer:<uuid>` */
  readonly customerId?: string
  readonly currency: string
}

/** The terms of a payment to offer. Amounts are in the smallest unit of their currency. */
export interface NewQuote {
  readonly source:
    | {
        readonly sourceType: "ACCOUNT"
        /** `InternalAccount:<uuid>` */
        readonly accountId: string
        /** `Customer:<uuid>` */
        readonly customerId?: string
        /** A currency code in upper case. */
        readonly currency?: string
      }
    | {
        readonly sourceType: "REALTIME_FUNDING"
        /** `Customer:<uuid>` */
        readonly customerId: string
        /** A currency code in upper case. */
        readonly currency: string
        /** 1 to 64 characters in NFC. */
        readonly cryptoNetwork?: string
      }
  readonly destination:
    | {
        readonly destinationType: "ACCOUNT"
        readonly accountId: string
        /** A currency code in upper case. */
        readonly currency?: string
        /** 1 to 64 characters in NFC. */
        readonly paymentRail?: string
      }
    | {
        readonly destinationType: "UMA_ADDRESS"
        readonly umaAddress: string
        /** A currency code in upper case. */
        readonly currency: string
      }
  readonly lockedCurrencySide: "SENDING" | "RECEIVING"
  readonly lockedCurrencyAmount: number
  /** 1 to 500 characters in NFC. */
  readonly description?: string
  readonly immediatelyExecute?: boolean
  /** 1 to 255 characters in NFC. */
  readonly purposeOfPayment?: string
  readonly lookupId?: string
  /** 1 to 80 characters in NFC. */
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
  /** In the smallest unit of the sending currency, including the fee. */
  readonly totalSendingAmount: number
  /** In the smallest unit of the receiving currency. */
  readonly totalReceivingAmount: number
  /** Sending units for one receiving unit, net of fees. */
  readonly exchangeRate: number
  /** In the smallest unit of the sending currency. */
  readonly feesIncluded: number
  /** `Transaction:<uuid>` */
  readonly transactionId: string
  /** A quote from an embedded wallet has one entry, which contains `payloadToSign` and any `stepUp`. */
  readonly paymentInstructions?: ReadonlyArray<JsonValue>
  readonly description?: string
  readonly createdAt: Instant
  readonly expiresAt: Instant
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
  /** `Customer:<uuid>` */
  readonly customerId?: string
  readonly platformCustomerId?: string
  readonly sentAmount: CurrencyAmount
  readonly receivedAmount: CurrencyAmount
  readonly fees: number
  /** Only for OUTGOING: sending units for one receiving unit, net of fees. */
  readonly exchangeRate?: number
  /** `Quote:<uuid>` */
  readonly quoteId?: string
  readonly paymentInstructions?: ReadonlyArray<JsonValue>
  readonly description?: string
  /** Only for PENDING: the decision, the call or the party that the payment waits for. */
  readonly pendingReason?: "AWAITING_APPROVAL" | "AWAITING_EXECUTION" | "AWAITING_FUNDS" | "AWAITING_PROVIDER"
  readonly failureReason?: PaymentFailure
  /** Why the platform rejected the payment, as it said. */
  readonly rejectionReason?: string
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

/** Filters, combined with AND. */
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

/** A report of the bank about one payment. */
export interface PaymentReport {
  /** The bank's id of the report. Repeated, it changes nothing. */
  readonly event: string
  /** The outcome of a payment, as its bank reports it. */
  readonly outcome: "SETTLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "REFUND_FAILED" | "RETURNED"
  /** Why the payment failed. Ignored for SETTLED and RETURNED. */
  readonly failureReason?: PaymentFailure
}

/** Money that arrived at the bank, for an account or for a quote that waits for it. */
export interface Deposit {
  /** `InternalAccount:<uuid>` */
  readonly accountId?: string
  /** `Quote:<uuid>` */
  readonly quoteId?: string
  /** The bank's id of the report. Repeated, it changes nothing. */
  readonly event: string
  /** In the smallest unit of the currency. */
  readonly amount: number
  /** A currency code in upper case. */
  readonly currency: string
}
