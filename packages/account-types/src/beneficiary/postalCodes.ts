import type { Source } from "../Kind.ts"

/** The countries whose addresses have no postal code, or where senders do not use one. */
export const withoutPostalCodes: ReadonlySet<string> = new Set(
  (
    "AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LY ML " +
    "MO MR MW NR NU PA QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TV UG VU YE ZW"
  ).split(" ")
)

export const postalCodesSource: Source = {
  asOf: "2026-11",
  note: "Universal Postal Union, Postal addressing systems; address formats of the Unicode libaddressinput data"
}
