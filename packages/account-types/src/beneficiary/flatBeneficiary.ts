import { isJsonObject, type JsonObject } from "../Json.ts"

/** A business in its one stored shape: what `businessInfo` holds stands beside `beneficiaryType`. Check it first. */
export const flatBeneficiary = ({ businessInfo, ...others }: JsonObject): JsonObject =>
  isJsonObject(businessInfo) ? { ...others, ...businessInfo } : others
