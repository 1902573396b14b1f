import type { Transaction } from "./payments.ts"
import type { Settings } from "./settings.ts"
import type { Environment } from "./values.ts"

/** A payment from one account to another. */
export interface Transfer {
  readonly from: string
  readonly to: string
  /** In the smallest unit of the currency. */
  readonly amount: number
  readonly remittanceInformation?: string
  readonly purposeOfPayment?: string
}

/** A bank's statement. */
export interface BankStatement {
  /** The period that it covers, both instants inclusive, in ISO 8601. */
  readonly from: string
  readonly to: string
  /** Up to 100,000, in any order. Of two with the same id and content, as of files that overlap, the second is ignored. */
  readonly bookings: ReadonlyArray<{
    /** The bank's own id of the booking. */
    readonly id: string
    /**
     * The purpose in the words of the bank. It names a payment by its id, its statement reference
     * (`reconciliationInstructions`), or the reference that `send` answered. Other words are ignored.
     */
    readonly payment?: string
    /** In the smallest unit of the currency. Positive if money came in, negative if it went out. */
    readonly amount: number
    readonly currency: string
  }>
}

/** A difference between a bank's statement and the payments. */
export interface StatementDifference {
  /**
   * `MISSING`: a payment settled in the period, and has no booking. `DOUBLED`: it was booked twice, or returned twice.
   * `DIFFERENT`: amount, currency or outcome differ. `UNKNOWN`: there is no payment for the booking.
   */
  readonly kind: "MISSING" | "DOUBLED" | "DIFFERENT" | "UNKNOWN"
  /** Absent for `UNKNOWN`. */
  readonly transactionId?: string
  /** The ids of its bookings. */
  readonly bookings: ReadonlyArray<string>
  /** The payment: what it moves at the bank, and its status. Absent for `UNKNOWN`. */
  readonly ledger?: { readonly amount: number; readonly currency: string; readonly status: Transaction["status"] }
  /** The sum of its bookings. Absent without any, or if they have several currencies. */
  readonly statement?: { readonly amount: number; readonly currency: string }
}

/** An omitted section is unchanged, null removes it, any other value replaces it. */
export type SettingsPatch = { readonly [Section in keyof Settings]?: Settings[Section] | null } & {
  /** The revision that was read. */
  readonly revision: number
}

/** The objects of one environment that a stolen token made. */
export interface ClosedMakings {
  readonly environment: Environment
  /** The ids of the tokens that were removed. */
  readonly tokens: ReadonlyArray<string>
  /** The ids of the recoveries that were cancelled. */
  readonly recoveries: ReadonlyArray<string>
  /** Whether a webhook endpoint was removed. Events are not sent until you set one. */
  readonly webhookEndpoint: boolean
  /** The revisions of the settings by these tokens. They remain in force: compare them, and undo what you did not mean. */
  readonly settingsRevisions: ReadonlyArray<number>
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
