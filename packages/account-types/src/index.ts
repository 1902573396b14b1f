export { beneficiaryAddressFields, beneficiaryFields, checkBeneficiary } from "./beneficiary/checkBeneficiary.ts"
export { countries } from "./beneficiary/countries.ts"
export { businessInfoFields, flatBeneficiary, registeredOriginators } from "./beneficiary/fields.ts"
export {
  type AddressField,
  type BeneficiaryType,
  beneficiaryTypes,
  businesses,
  individuals,
  type NeededField,
  type Needs,
  needsOf
} from "./beneficiary/needs.ts"
export { withoutPostalCodes } from "./beneficiary/postalCodes.ts"
export { canonical, identifierOf, masked, maskedText, outcomeSuffix } from "./canonical.ts"
export {
  type AccountType,
  accountTypes,
  check,
  checkAccount,
  kindNamed,
  kindsFor,
  railsFor,
  railsOf,
  storedSpelling,
  variantOf
} from "./check.ts"
export type {
  Check,
  ChoiceField,
  Choices,
  DependentField,
  Field,
  Format,
  ProductionRules,
  TextField
} from "./Field.ts"
export { formatOf, type Mode, type Sent } from "./fields.ts"
export { isCalendarDate } from "./formats/formats.ts"
export type { Issue, Kind, Limits, Rule, Source, Values, Variant } from "./Kind.ts"
export { isJsonObject, type Json, type JsonObject } from "./Kind.ts"
export { type Random, seeded } from "./Random.ts"
export { sample, sampleBeneficiary, sampleFields } from "./sample.ts"
export { HIDDEN, isLabel, isolated, isVisible, withoutHidden } from "./visible.ts"
export { SELF_CUSTODY } from "./wallet.ts"
