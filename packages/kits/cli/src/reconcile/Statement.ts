import type { BankStatement } from "countersign"

/** The bookings of a file, and the period if it names one. */
export interface Statement extends Pick<BankStatement, "bookings"> {
  readonly from?: string
  readonly to?: string
}

export type Booking = BankStatement["bookings"][number]
