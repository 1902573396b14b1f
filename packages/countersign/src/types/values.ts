// Printed from the contract: npm run docs

/** `production`, or `sandbox` for the behaviour of production with simulated payments, codes and identities. */
export type Mode = "sandbox" | "production"

/** The platform and the mode that an API token identifies. Each environment has its own data. */
export interface Environment {
  /** 1 to 64 letters, digits, `.`, `_` or `-`. */
  readonly platformId: string
  readonly mode: Mode
}

/** The result of verifying a customer or a beneficial owner. */
export type Standing = "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED"

/** A postal address. */
export interface PostalAddress {
  /** 1 to 255 characters in NFC. */
  readonly line1: string
  /** 1 to 255 characters in NFC. */
  readonly line2?: string
  /** 1 to 255 characters in NFC. */
  readonly city?: string
  /** 1 to 255 characters in NFC. */
  readonly state?: string
  /** Absent only in a country without postal codes. */
  readonly postalCode?: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

/** A currency. `decimals` is the number of digits behind the point of its major unit. */
export interface Currency {
  readonly code: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** An amount of money. `amount` is in the smallest unit of the currency. */
export interface CurrencyAmount {
  readonly amount: number
  readonly currency: Currency
}
