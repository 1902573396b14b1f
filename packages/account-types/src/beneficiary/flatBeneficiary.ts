import { isObject, type Sent } from "../fields.ts"

/** A business in its one stored shape: what `businessInfo` holds stands beside `beneficiaryType`. Check it first. */
export const flatBeneficiary = ({ businessInfo, ...others }: Sent): Sent =>
  isObject(businessInfo) ? { ...others, ...businessInfo } : others
