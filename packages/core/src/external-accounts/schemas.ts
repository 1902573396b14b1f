import {
  accountTypes,
  type BeneficiaryType,
  beneficiaryAddressFields,
  beneficiaryFields,
  businessInfoFields,
  type Field,
  type Format,
  type Kind,
  needsOf,
  type Variant
} from "@countersign/account-types"
import { Schema } from "effect"
import { reference } from "./bodies.ts"

type AnySchema = Schema.Top

/**
 * What each account type asks for, as a schema: the contract's document is printed from it. It says of a field what a
 * schema can; the kinds themselves judge, check digits and all.
 */
export const accountInfoSchemas = (): ReadonlyMap<string, AnySchema> => {
  const beneficiary = remembered()
  return new Map([...accountTypes].map(([accountType, kind]) => [accountType, schemaOf(kind, beneficiary)]))
}

type Beneficiaries = (destination: string, type: BeneficiaryType) => AnySchema

const schemaOf = (kind: Kind, beneficiary: Beneficiaries): AnySchema =>
  Schema.Union(kind.variants.map((variant) => variantSchema(kind, variant, beneficiary))).annotate({
    identifier: kind.accountType,
    description: kind.label
  })

const variantSchema = (
  kind: Kind,
  { beneficiaryType, fields, rails }: Variant,
  beneficiaryOf: Beneficiaries
): AnySchema => {
  const types = TYPES.filter((type) => type === (beneficiaryType ?? type))
  const beneficiary = Schema.Union(types.map((type) => beneficiaryOf(kind.destination, type)))
  return Schema.Struct({
    accountType: Schema.Literal(kind.accountType),
    ...fieldSchemas(fields),
    beneficiary: kind.selfCustody === true ? Schema.optionalKey(beneficiary) : beneficiary,
    paymentRails: Schema.optionalKey(railsSchema(rails)),
    platformAccountId: Schema.optionalKey(reference)
  })
}

const railsSchema = (rails: ReadonlyArray<string>) =>
  Schema.Array(Schema.Literals(rails))
    .check(Schema.isMaxLength(rails.length))
    .annotate({ description: "The rails this account may be paid by. All of its type where it is absent." })

/** Destinations that need the same of a beneficiary share one schema, named by what that is. */
const remembered = (): Beneficiaries => {
  const known = new Map<string, AnySchema>()
  return (destination, type) => {
    const { address, fields } = needsOf(destination, type)
    const documents = destination === "COP" ? ["documents"] : []
    const needed = [...fields.slice(1), ...(address.length > 0 ? ["wholeAddress"] : []), ...documents]
    const name = [type.toLowerCase(), ...needed].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
    const schema = known.get(name) ?? beneficiarySchema(destination, type).annotate({ identifier: name })
    known.set(name, schema)
    return schema
  }
}

const TYPES: ReadonlyArray<BeneficiaryType> = ["INDIVIDUAL", "BUSINESS"]

const beneficiarySchema = (destination: string, type: BeneficiaryType) => {
  const address = Schema.Struct(fieldSchemas(beneficiaryAddressFields(destination, type)))
  const fields = beneficiaryFields(destination, type).filter(({ name }) => name !== "beneficiaryType")
  const isInfo = (field: Field) => type === "BUSINESS" && businessInfoFields.some(({ name }) => name === field.name)
  return Schema.Struct({
    beneficiaryType: Schema.Literal(type),
    // What a business is called may stand in businessInfo instead, so it is not required here.
    ...fieldSchemas(fields.map((field) => (isInfo(field) ? { ...field, required: false } : field))),
    ...(type === "BUSINESS"
      ? { businessInfo: Schema.optionalKey(Schema.Struct(fieldSchemas(businessInfoFields))) }
      : {}),
    address: needsOf(destination, type).fields.includes("address") ? address : Schema.optionalKey(address)
  })
}

const fieldSchemas = (fields: ReadonlyArray<Field>) =>
  Object.fromEntries(
    fields.map((field) => {
      const schema = fieldSchema(field).annotate({ title: field.label })
      return [field.name, field.required ? schema : Schema.optionalKey(schema)]
    })
  )

const fieldSchema = (field: Field): Schema.Codec<string> => {
  switch (field.type) {
    case "text":
      return textSchema(field.format)
    case "choice":
      return field.says === undefined
        ? Schema.Literals(field.choices)
        : Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u)).annotate({ description: field.says })
    case "dependent": {
      const formats = Object.entries(field.formats)
      const says = formats.map(([choice, format]) => `${choice}: ${format.says}`).join("; ")
      return Schema.Union(formats.map(([, format]) => textSchema(format))).annotate({
        description: `By ${field.on}. ${says}`
      })
    }
  }
}

const textSchema = ({ maxLength, pattern, says }: Format) =>
  Schema.String.check(
    // The document counts code points; the kinds count UTF-16 units, which are never fewer.
    Schema.isMinCodePoints(1),
    Schema.isMaxCodePoints(maxLength),
    Schema.isPattern(new RegExp(`^(?:${pattern})$`, "u"))
  ).annotate({ description: says })
