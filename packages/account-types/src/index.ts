export { type AccountType, accountTypes, isAccountType, kindsFor, railsFor } from "./accountTypes.ts"
export { beneficiaryAddressFields, beneficiaryFields, checkBeneficiary } from "./beneficiary/checkBeneficiary.ts"
export { countries } from "./beneficiary/countries.ts"
export { businessInfoFields } from "./beneficiary/fields.ts"
export { flatBeneficiary } from "./beneficiary/flatBeneficiary.ts"
export {
  type AddressField,
  type BeneficiaryType,
  businesses,
  individuals,
  type NeededField,
  type Needs,
  needsOf
} from "./beneficiary/needs.ts"
export { registeredOriginators } from "./beneficiary/originator.ts"
export { sampleBeneficiary } from "./beneficiary/sampleBeneficiary.ts"
export { canonical } from "./canonical.ts"
export { check, railsOf, variantOf } from "./check.ts"
export { checkAccount } from "./checkAccount.ts"
export type { Check, CheckDigits, ChoiceField, Choices, DependentField, Field, Format, TextField } from "./Field.ts"
export { formatOf, type Mode, type Sent } from "./fields.ts"
export { isCalendarDate } from "./formats/date.ts"
export type { Issue, Limits } from "./Issue.ts"
export { identifierOf, outcomeSuffix } from "./identifier.ts"
export { isJsonObject, type Json, type JsonObject } from "./Json.ts"
export type { Kind, Rule, Source, Values, Variant } from "./Kind.ts"
export { masked, maskedText } from "./masked.ts"
export { type Random, seeded } from "./Random.ts"
export { sample, sampleFields } from "./sample.ts"
export { SELF_CUSTODY } from "./wallet.ts"
