import {
  accountTypes,
  check,
  isJsonObject,
  sampleFields,
  seeded,
  storedSpelling,
  variantOf
} from "@countersign/account-types"
import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import { Schema } from "effect"
import { feeding, Texts } from "../feeding.ts"

const Account = Schema.Struct({
  accountType: Schema.String,
  fields: Schema.optionalKey(Texts),
  /** The beneficiary, beside what the destination requires of the fields. */
  address: Schema.optionalKey(Texts),
  business: Schema.optionalKey(Schema.Boolean)
})

const organisation = {
  beneficiaryType: "BUSINESS",
  legalName: "Acme Ltd",
  registrationNumber: "RC-204117",
  taxId: "20411734-0001"
}

/** An account as a person or a program writes it, in production: the stored spelling of its fields, or the rules that it breaks. */
export const accounts = feeding(Account, ({ accountType, address, business = false, fields = {} }) => {
  const kind = accountTypes.get(accountType)
  if (kind === undefined) throw new Error(`no account type ${accountType}`)
  const variant = variantOf(kind, fields)
  const required = variant.fields.filter((field) => field.required).map(({ name }) => name)
  const filled = Object.entries(sampleFields(kind, variant, seeded(1))).filter(([name]) => required.includes(name))
  const person = business ? { ...organisation, address: beneficiary.address } : beneficiary
  const info = {
    ...Object.fromEntries(filled),
    ...fields,
    accountType,
    beneficiary: address === undefined ? person : { ...person, address }
  }
  const stored = storedSpelling(kind, info)
  const faults = check(kind, stored, "production").map(({ constraint, path }) => `${path}: ${constraint}`)
  if (faults.length > 0) return { refused: faults }
  const of = (names: object, found: object) =>
    Object.fromEntries(Object.entries(found).filter(([name]) => Object.hasOwn(names, name)))
  const { beneficiary: payee } = stored
  if (address === undefined) return { stored: of(fields, stored) }
  const kept = isJsonObject(payee) ? payee.address : undefined
  return { stored: { ...of(fields, stored), address: kept } }
})
