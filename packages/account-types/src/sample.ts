import { beneficiaryAddressFields, beneficiaryFields } from "./beneficiary/checkBeneficiary.ts"
import { businessInfoFields } from "./beneficiary/fields.ts"
import { type BeneficiaryType, beneficiaryTypes, needsOf } from "./beneficiary/needs.ts"
import type { Field } from "./Field.ts"
import { formatOf } from "./fields.ts"
import type { JsonObject, Kind, Values, Variant } from "./Kind.ts"
import { oneOf, type Random } from "./Random.ts"

/** Returns a value for each required field, and for some of the others. */
const sampleEach = (fields: ReadonlyArray<Field>, random: Random): Values => {
  const values: Record<string, string> = {}
  for (const field of fields) {
    const value = field.required || random() < 0.5 ? sampleOf(field, values, random) : undefined
    if (value !== undefined) values[field.name] = value
  }
  return values
}

const sampleOf = (field: Field, values: Values, random: Random): string | undefined =>
  field.type === "choice" ? oneOf(random, field.choices) : formatOf(field, values)?.sample(random)

/** Returns a beneficiary that the destination accepts. A business has either of the two forms. */
export const sampleBeneficiary = (
  destination: string,
  beneficiaryType: BeneficiaryType,
  random: Random
): JsonObject => {
  const values = { ...sampleEach(beneficiaryFields(destination, beneficiaryType), random), beneficiaryType }
  // A country that is drawn later may require the postal code.
  const address = sampleEach(beneficiaryAddressFields(destination, beneficiaryType, ""), random)
  const isAddressed = needsOf(destination, beneficiaryType).fields.includes("address") || random() < 0.5
  const shaped = beneficiaryType === "BUSINESS" && random() < 0.5 ? nested(values) : values
  return { ...shaped, ...(isAddressed ? { address } : {}) }
}

const nested = (values: Readonly<Record<string, string>>): JsonObject => {
  const isInfo = ([name]: readonly [string, string]) => businessInfoFields.some((field) => field.name === name)
  const entries = Object.entries(values)
  return {
    ...Object.fromEntries(entries.filter((entry) => !isInfo(entry))),
    businessInfo: Object.fromEntries(entries.filter(isInfo))
  }
}

/** Returns an `accountInfo` that production accepts: invented, and the same for the same random numbers. */
export const sample = (kind: Kind, random: Random): Readonly<Record<string, unknown>> => {
  const variant = oneOf(random, kind.variants)
  const { beneficiaryType = oneOf(random, beneficiaryTypes) } = variant
  const beneficiary = sampleBeneficiary(kind.destination, beneficiaryType, random)
  const isAlone = kind.selfCustody === true && random() < 0.5
  return {
    accountType: kind.accountType,
    ...sampleFields(kind, variant, random),
    ...(isAlone ? {} : { beneficiary })
  }
}

/** Returns only the fields of one variant, to fill in a form. */
export const sampleFields = (kind: Kind, variant: Variant, random: Random): Values => {
  const values = sampleEach(variant.fields, random)
  // A randomly included optional field must still satisfy the rules.
  const misfits = (kind.rules ?? []).filter((rule) => !rule.holds(values)).map(({ path }) => path)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !misfits.includes(name)))
}
