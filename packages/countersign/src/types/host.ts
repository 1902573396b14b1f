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
