import { countriesSource } from "./beneficiary/countries.ts"
import { postalCodesSource } from "./beneficiary/postalCodes.ts"
import { sepaSource } from "./formats/iban.ts"
import type { Source } from "./Kind.ts"

/** The tables of facts that change, besides those of the account types. A test fails when one is a year old. */
export const worldTables: Readonly<Record<string, Source>> = {
  countries: countriesSource,
  "countries without postal codes": postalCodesSource,
  "SEPA countries": sepaSource
}
