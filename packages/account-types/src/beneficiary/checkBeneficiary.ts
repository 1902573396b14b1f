import { choice, type Field } from "../Field.ts"
import { checkFields, isObject, type Mode, type Sent, sentAs, spelled } from "../fields.ts"
import { type Issue, isJsonObject, type JsonObject, under } from "../Kind.ts"
import { addressFields, businessFields, businessInfoFields, documentFields, individualFields } from "./fields.ts"
import { type BeneficiaryType, beneficiaryTypes, type Needs, needsOf } from "./needs.ts"
import { withoutPostalCodes } from "./postalCodes.ts"

/**
 * Returns everything wrong with a beneficiary for one destination. Accepts a business in both forms: its names in
 * `businessInfo`, or beside `beneficiaryType`. With `today` (YYYY-MM-DD), rejects a later birth date.
 */
export const checkBeneficiary = (
  destination: string,
  beneficiary: unknown,
  options: { readonly mode?: Mode; readonly today?: string } = {}
): ReadonlyArray<Issue> => {
  if (!isObject(beneficiary)) return [{ path: "", constraint: beneficiary === undefined ? "present" : "an object" }]
  const type = sentAs(beneficiary, "beneficiaryType")
  if (type !== "INDIVIDUAL" && type !== "BUSINESS") return checkFields([TYPE], { beneficiaryType: type }, "sandbox")
  const needs = needsOf(destination, type)
  const issues = checkFields(fieldsOf(destination, type), beneficiary, options.mode ?? "sandbox", objectsOf(type))
  return [
    ...issues,
    ...(issues.some(({ path }) => path === "birthDate") ? [] : born(beneficiary, options.today)),
    ...(type === "BUSINESS" ? checkBusinessInfo(beneficiary) : []),
    ...missing(beneficiary, needs),
    ...checkAddress(destination, type, beneficiary)
  ]
}

/** Returns a beneficiary with each text in the one spelling of its field. */
export const spelledBeneficiary = (beneficiary: JsonObject): JsonObject => {
  const texts = spelled(EVERY, beneficiary)
  const part = (name: string, fields: ReadonlyArray<Field>): JsonObject => {
    const value = texts[name]
    return value !== undefined && isJsonObject(value) ? { [name]: spelled(fields, value) } : {}
  }
  return { ...texts, ...part("address", addressFields), ...part("businessInfo", businessInfoFields) }
}

const EVERY: ReadonlyArray<Field> = [...individualFields, ...businessFields, ...documentFields("")]

/** Returns the form fields of a beneficiary; those that the destination requires are marked required. */
export const beneficiaryFields = (destination: string, type: BeneficiaryType): ReadonlyArray<Field> => {
  const { fields } = needsOf(destination, type)
  return fieldsOf(destination, type).map((field) => required(field, [TYPE.name, ...fields]))
}

/**
 * Returns the form fields of an address in a country. The whole address is optional unless the destination requires
 * it. Without a country, only the fields that are required in every country are.
 */
export const beneficiaryAddressFields = (
  destination: string,
  type: BeneficiaryType,
  country?: string
): ReadonlyArray<Field> => {
  const { address, isPostalCodeByCountry = false } = needsOf(destination, type)
  const hasPostalCode = isPostalCodeByCountry && country !== undefined && !withoutPostalCodes.has(country)
  return addressFields.map((field) => required(field, hasPostalCode ? [...address, "postalCode"] : address))
}

const required = (field: Field, needed: ReadonlyArray<string>): Field => ({
  ...field,
  required: needed.includes(field.name)
})

const fieldsOf = (destination: string, type: BeneficiaryType): ReadonlyArray<Field> => [
  TYPE,
  ...(type === "INDIVIDUAL" ? individualFields : businessFields),
  ...documentFields(destination)
]

const TYPE = choice("beneficiaryType", "Beneficiary", beneficiaryTypes)

const objectsOf = (type: BeneficiaryType): ReadonlyArray<string> =>
  type === "INDIVIDUAL" ? ["address"] : ["address", "businessInfo"]

const born = (beneficiary: Sent, today: string | undefined): ReadonlyArray<Issue> => {
  const birthDate = sentAs(beneficiary, "birthDate")
  const isLater = typeof birthDate === "string" && today !== undefined && birthDate > today
  return isLater ? [{ path: "birthDate", constraint: "a date in the past" }] : []
}

const checkBusinessInfo = (beneficiary: Sent): ReadonlyArray<Issue> => {
  const nested = sentAs(beneficiary, "businessInfo")
  if (nested === undefined) return []
  if (!isObject(nested)) return [{ path: "businessInfo", constraint: "an object" }]
  const twice = INFO.filter((name) => {
    const flat = sentAs(beneficiary, name)
    return flat !== undefined && sentAs(nested, name) !== undefined && flat !== sentAs(nested, name)
  })
  return [
    ...under("businessInfo", checkFields(businessInfoFields, nested, "sandbox")),
    ...twice.map((path) => ({ path, constraint: `the same as businessInfo.${path}` }))
  ]
}

// Reports the missing names where the sender put its other names, and at `businessInfo` if there are none.
const missing = (beneficiary: Sent, needs: Needs): ReadonlyArray<Issue> => {
  const sent = sentAs(beneficiary, "businessInfo")
  const nested = isObject(sent) ? sent : undefined
  const isFlat = sent === undefined && INFO.some((name) => sentAs(beneficiary, name) !== undefined)
  return needs.fields
    .filter((name) => sentAs(beneficiary, name) === undefined && (nested === undefined || !hasInfo(nested, name)))
    .map((name) => ({
      path: INFO.includes(name) && !isFlat ? `businessInfo.${name}` : name,
      constraint: "present"
    }))
}

const hasInfo = (nested: Sent, name: string): boolean => INFO.includes(name) && sentAs(nested, name) !== undefined

const checkAddress = (destination: string, type: BeneficiaryType, beneficiary: Sent): ReadonlyArray<Issue> => {
  const address = sentAs(beneficiary, "address")
  if (address === undefined) return []
  if (!isObject(address)) return [{ path: "address", constraint: "an object" }]
  const country = sentAs(address, "country")
  const fields = beneficiaryAddressFields(destination, type, typeof country === "string" ? country : "")
  return under("address", checkFields(fields, address, "sandbox"))
}

const INFO: ReadonlyArray<string> = businessInfoFields.map(({ name }) => name)
