/** The required fields of a beneficiary. `address` lists the required fields of any address that is sent. */
export interface Needs {
  readonly fields: ReadonlyArray<NeededField>
  readonly address: ReadonlyArray<AddressField>
  /** Set when an address also requires a postalCode, except in `withoutPostalCodes`. */
  readonly isPostalCodeByCountry?: true
}

export const beneficiaryTypes = ["INDIVIDUAL", "BUSINESS"] as const
export type BeneficiaryType = (typeof beneficiaryTypes)[number]

/** A field that a destination may require besides `beneficiaryType`. */
export type NeededField =
  | "fullName"
  | "legalName"
  | "registrationNumber"
  | "taxId"
  | "address"
  | "phoneNumber"
  | "countryOfResidence"

/** A field of an address that a destination may require. */
export type AddressField = "line1" | "city" | "postalCode" | "country"

/** Returns the requirements of a destination: a row of the specification's tables, or only the name if it has none. */
export const needsOf = (destination: string, type: BeneficiaryType): Needs => {
  const rows: Readonly<Record<string, Needs>> = type === "INDIVIDUAL" ? individuals : businesses
  return (Object.hasOwn(rows, destination) ? rows[destination] : undefined) ?? named[type]
}

const MINIMUM = ["line1", "city", "postalCode", "country"] as const
const LOCAL = { address: ["line1", "city", "country"], isPostalCodeByCountry: true } as const

const named = {
  INDIVIDUAL: { fields: ["fullName"], address: [] },
  BUSINESS: { fields: ["legalName"], address: [] }
} as const satisfies Readonly<Record<BeneficiaryType, Needs>>

// In USD an address is optional, but an incomplete one is rejected.
const individual = { fields: ["fullName"], address: MINIMUM } as const
const addressed = { fields: ["fullName", "address"], address: MINIMUM } as const

/** The specification's table of individuals; the rows after EUR are additional types. */
export const individuals = {
  USD: individual,
  MXN: named.INDIVIDUAL,
  BRL: named.INDIVIDUAL,
  PHP: named.INDIVIDUAL,
  GBP: addressed,
  EUR: addressed,
  AED: { fields: ["fullName", "address"], ...LOCAL },
  GTQ: { fields: ["fullName", "phoneNumber", "countryOfResidence"], address: [] },
  JMD: { fields: ["fullName", "address", "phoneNumber"], ...LOCAL }
} as const satisfies Readonly<Record<string, Needs>>

const business = { fields: ["legalName", "address"], ...LOCAL } as const
const registered = { fields: ["legalName", "address", "registrationNumber"], ...LOCAL } as const
const taxed = { fields: ["legalName", "address", "registrationNumber", "taxId"], ...LOCAL } as const

/** The same needs for each of these destinations. */
const each = (destinations: string, needs: Needs): Readonly<Record<string, Needs>> =>
  Object.fromEntries(destinations.split(" ").map((destination) => [destination, needs]))

/** The specification's table of businesses, which names no fields of addresses; GTQ and JMD are additional. */
export const businesses: Readonly<Record<string, Needs>> = {
  ...each("USD MXN GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED", business),
  EUR: registered,
  ...each("NGN ZAR KES TZS RWF ZMW UGX BWP MWK XOF XAF", taxed),
  GTQ: { fields: ["legalName", "phoneNumber", "countryOfResidence"], address: [] },
  JMD: { fields: ["legalName", "address", "phoneNumber"], ...LOCAL }
}
