import type { JsonObject } from "../Json.ts"
import type { Random } from "../Random.ts"
import { sampleEach } from "../sampleEach.ts"
import { beneficiaryAddressFields, beneficiaryFields } from "./checkBeneficiary.ts"
import { businessInfoFields } from "./fields.ts"
import { type BeneficiaryType, needsOf } from "./needs.ts"

/** A beneficiary that the destination accepts. A business comes in either of the two shapes. */
export const sampleBeneficiary = (
  destination: string,
  beneficiaryType: BeneficiaryType,
  random: Random
): JsonObject => {
  const values = { ...sampleEach(beneficiaryFields(destination, beneficiaryType), random), beneficiaryType }
  const address = sampleEach(beneficiaryAddressFields(destination, beneficiaryType), random)
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
