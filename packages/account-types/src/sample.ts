import { sampleBeneficiary } from "./beneficiary/sampleBeneficiary.ts"
import type { Kind, Values, Variant } from "./Kind.ts"
import { oneOf, type Random } from "./Random.ts"
import { sampleEach } from "./sampleEach.ts"

/** An `accountInfo` that production accepts: made up, the same for the same numbers, and nobody's on purpose. */
export const sample = (kind: Kind, random: Random): Readonly<Record<string, unknown>> => {
  const variant = oneOf(random, kind.variants)
  const { beneficiaryType = oneOf(random, ["INDIVIDUAL", "BUSINESS"] as const) } = variant
  const beneficiary = sampleBeneficiary(kind.destination, beneficiaryType, random)
  const isAlone = kind.selfCustody === true && random() < 0.5
  return {
    accountType: kind.accountType,
    ...sampleFields(kind, variant, random),
    ...(isAlone ? {} : { beneficiary })
  }
}

/** The fields of one variant alone, to fill a form with. */
export const sampleFields = (kind: Kind, variant: Variant, random: Random): Values => {
  const values = sampleEach(variant.fields, random)
  // An optional field that was drawn by chance must still suit the others.
  const misfits = (kind.rules ?? []).filter((rule) => !rule.holds(values)).map(({ path }) => path)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !misfits.includes(name)))
}
