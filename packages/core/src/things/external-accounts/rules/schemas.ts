import {
  accountTypes,
  type BeneficiaryType,
  beneficiaryAddressFields,
  beneficiaryFields,
  beneficiaryTypes,
  businessInfoFields,
  type Field,
  type Format,
  isJsonObject,
  type Kind,
  needsOf,
  type Variant
} from "@countersign/account-types"
import { Result, Schema } from "effect"
import { CustomerId } from "../../../model/ids.ts"
import { reference } from "../../../model/text.ts"
import { decoderOf, REFUSED } from "../../../schema/compiledDecoder.ts"
import type { FieldError } from "../../../schema/expected.ts"
import { faultsOf } from "../../../schema/faults.ts"
import type { Json } from "../../../store/Collection.ts"

// Fields that depend on the account type are accepted as JSON here, and validated by the type.
const destination = {
  currency: Schema.optionalKey(Schema.Json),
  accountInfo: Schema.optionalKey(Schema.Json)
}
const particulars = {
  platformAccountId: Schema.optionalKey(reference(255)),
  defaultUmaDepositAccount: Schema.optionalKey(Schema.Boolean)
}

export const NewPlatformAccount = Schema.Struct({ ...destination, ...particulars })

export const NewExternalAccount = Schema.Struct({
  ...destination,
  ...particulars,
  customerId: Schema.optionalKey(CustomerId)
}).annotate({ description: "Without `customerId` the account belongs to the platform" })
export type NewExternalAccount = typeof NewExternalAccount.Type

export const ExternalAccountPatch = Schema.Struct({
  ...particulars,
  /** Null removes it. */
  platformAccountId: Schema.optionalKey(Schema.NullOr(reference(255))),
  accountInfo: Schema.optionalKey(Schema.Json),
  status: Schema.optionalKey(Schema.Literals(["ACTIVE", "INACTIVE"]))
}).annotate({
  description: "`accountInfo` is merged into the stored fields as a JSON Merge Patch (RFC 7396): null removes a field"
})
export type ExternalAccountPatch = typeof ExternalAccountPatch.Type

/**
 * Moves `platformAccountId` to the top level of the body. Clients may also send it inside `accountInfo`; two different
 * values are a fault.
 */
export const placed = (body: Json) => {
  const info = isJsonObject(body) ? body.accountInfo : undefined
  if (!isJsonObject(body) || !isJsonObject(info) || !Object.hasOwn(info, REFERENCE)) return { body, faults: [] }
  const { [REFERENCE]: inner, ...accountInfo } = info
  if (inner === undefined) return { body, faults: [] }
  const outer = Object.hasOwn(body, REFERENCE) ? body[REFERENCE] : inner
  const message = `It must be the same as ${REFERENCE}: send it in one of the two places`
  return {
    body: { ...body, [REFERENCE]: outer ?? inner, accountInfo },
    faults: outer === inner ? [] : [{ field: `accountInfo.${REFERENCE}`, message }]
  }
}

const REFERENCE = "platformAccountId"

/** Decodes a body, or returns all of its faults. The faults of the account are reported together with them. */
export const reader = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = decoderOf(schema, { isStrict: true })
  const explain = faultsOf(schema, { isStrict: true, root: "body", listed: LISTED })
  return (body: Json): Result.Result<A, ReadonlyArray<FieldError>> => {
    const value = decode(body)
    return value === REFUSED ? Result.fail(explain(body).errors) : Result.succeed(value)
  }
}

/** More than an error response lists, because the faults of the account are added; the response counts the rest. */
const LISTED = 256

/**
 * Returns a schema per account type, from which the API document is generated. It covers what a schema can express; the
 * kinds validate the rest, such as check digits.
 */
export const accountInfoSchemas = (): ReadonlyMap<string, Schema.Top> => {
  const beneficiary = remembered()
  return new Map([...accountTypes].map(([accountType, kind]) => [accountType, schemaOf(kind, beneficiary)]))
}

type Beneficiaries = (destination: string, type: BeneficiaryType) => Schema.Top

const schemaOf = (kind: Kind, beneficiary: Beneficiaries): Schema.Top =>
  Schema.Union(kind.variants.map((variant) => variantSchema(kind, variant, beneficiary))).annotate({
    identifier: kind.accountType,
    description: kind.label
  })

const variantSchema = (
  kind: Kind,
  { beneficiaryType, fields, rails }: Variant,
  beneficiaryOf: Beneficiaries
): Schema.Top => {
  const types = beneficiaryTypes.filter((type) => type === (beneficiaryType ?? type))
  const beneficiary = Schema.Union(types.map((type) => beneficiaryOf(kind.destination, type)))
  return Schema.Struct({
    accountType: Schema.Literal(kind.accountType),
    ...fieldSchemas(fields),
    beneficiary: kind.selfCustody === true ? Schema.optionalKey(beneficiary) : beneficiary,
    paymentRails: Schema.optionalKey(railsSchema(rails)),
    platformAccountId: Schema.optionalKey(reference(255))
  })
}

const railsSchema = (rails: ReadonlyArray<string>) =>
  Schema.Array(Schema.Literals(rails))
    .check(Schema.isMaxLength(rails.length))
    .annotate({ description: "The rails this account may be paid by. If absent, all rails of its type." })

/** Destinations with the same beneficiary requirements share one schema, named by those requirements. */
const remembered = (): Beneficiaries => {
  const known = new Map<string, Schema.Top>()
  return (destination, type) => {
    const { address, fields, isPostalCodeByCountry } = needsOf(destination, type)
    const documents = destination === "COP" ? ["documents"] : []
    const whole = isPostalCodeByCountry ? "localAddress" : "wholeAddress"
    const needed = [...fields.slice(1), ...(address.length > 0 ? [whole] : []), ...documents]
    const name = [type.toLowerCase(), ...needed].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
    const schema = known.get(name) ?? beneficiarySchema(destination, type).annotate({ identifier: name })
    known.set(name, schema)
    return schema
  }
}

const beneficiarySchema = (destination: string, type: BeneficiaryType) => {
  const address = Schema.Struct(fieldSchemas(beneficiaryAddressFields(destination, type)))
  const fields = beneficiaryFields(destination, type).filter(({ name }) => name !== "beneficiaryType")
  const isInfo = (field: Field) => type === "BUSINESS" && businessInfoFields.some(({ name }) => name === field.name)
  return Schema.Struct({
    beneficiaryType: Schema.Literal(type),
    // The name of a business may be in businessInfo instead, so it is not required here.
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
