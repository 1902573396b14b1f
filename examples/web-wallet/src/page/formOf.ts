import {
  type BeneficiaryType,
  beneficiaryAddressFields,
  beneficiaryFields,
  type Mode,
  needsOf
} from "@countersign/account-types"
import { type Banks, bankFieldsOf, bankOptions } from "./Banks.ts"
import type { Control, Group, Option } from "./Control.ts"
import { type Around, controlOf, optionsOf } from "./controlOf.ts"
import { ADDRESS, BENEFICIARY, BENEFICIARY_TYPE, type Draft, INFO, VARIANT } from "./Draft.ts"

/** The whole form for a draft: made of what the account types say, and of nothing else. */
export const formOf = (draft: Draft, mode: Mode, banks: Banks): ReadonlyArray<Group> => {
  const around = (parent: string): Around => ({ parent, answers: draft.answers, mode })
  const bankFields = bankFieldsOf(draft.variant)
  return [
    { id: "variant", legend: "Variant", controls: variantsOf(draft) },
    {
      id: "account",
      legend: "Account",
      controls: [
        currencyOf(draft),
        ...draft.variant.fields.map((field) =>
          listed(controlOf(field, around(INFO)), bankFields.includes(field.name), banks)
        ),
        REFERENCE
      ]
    },
    { id: "who", legend: "Beneficiary", controls: [whoOf(draft)] },
    ...beneficiaryGroups(draft, around)
  ]
}

/** All controls of a form, in the order in which they stand. */
export const controlsOf = (form: ReadonlyArray<Group>): ReadonlyArray<Control> =>
  form.flatMap(({ controls }) => controls)

const variantsOf = ({ kind }: Draft): ReadonlyArray<Control> => {
  const options = kind.variants.map(({ label, name }) => ({ value: name, label }))
  const control = { path: VARIANT, label: "How the account is named", required: true, hint: "" }
  return options.length === 1 ? [] : [{ ...control, input: { type: "radios", options } }]
}

const currencyOf = ({ kind }: Draft): Control => ({
  path: "currency",
  label: "Currency",
  required: true,
  hint: "",
  input: { type: "select", options: optionsOf(kind.currencies, true) }
})

const REFERENCE: Control = {
  path: "platformAccountId",
  label: "Your own reference",
  required: false,
  hint: "Comes back in every answer about this account.",
  input: { type: "text", attributes: {} }
}

// Names of banks are compared to the byte, so they are chosen from a list wherever there is one.
const listed = (control: Control, isBank: boolean, banks: Banks): Control => {
  const options = isBank ? bankOptions(banks) : undefined
  return options === undefined ? control : { ...control, hint: "", input: { type: "select", options } }
}

const whoOf = ({ kind, variant }: Draft): Control => {
  const types = TYPES.filter(({ value }) => variant.beneficiaryType === undefined || variant.beneficiaryType === value)
  return {
    path: BENEFICIARY_TYPE,
    label: "Who is paid",
    required: kind.selfCustody !== true,
    hint: "",
    input: { type: "radios", options: kind.selfCustody === true ? [NOBODY, ...types] : types }
  }
}

const NOBODY: Option = { value: "", label: "Not said: the wallet is its owner's" }
const TYPES: ReadonlyArray<Option & { readonly value: BeneficiaryType }> = [
  { value: "INDIVIDUAL", label: "A person" },
  { value: "BUSINESS", label: "A business" }
]

const beneficiaryGroups = (draft: Draft, around: (parent: string) => Around): ReadonlyArray<Group> => {
  const { answers, beneficiaryType: type, kind } = draft
  const legend = type === "BUSINESS" ? "The business" : "The person"
  if (type === undefined) {
    return [
      { id: "beneficiary", legend, controls: [] },
      { id: "address", legend: "Address", controls: [] }
    ]
  }
  const fields = beneficiaryFields(kind.destination, type).filter(({ name }) => name !== "beneficiaryType")
  const address = beneficiaryAddressFields(kind.destination, type)
  const isNeeded = needsOf(kind.destination, type).fields.includes("address")
  const isBegun = address.some(({ name }) => (answers[ADDRESS + name] ?? "") !== "")
  // An address may be left out as a whole; a part of one asks for the rest.
  const asked = address.map((field) => ({ ...field, required: field.required && (isNeeded || isBegun) }))
  return [
    { id: "beneficiary", legend, controls: fields.map((field) => controlOf(field, around(BENEFICIARY))) },
    {
      id: "address",
      legend: isNeeded ? "Address" : "Address, which may be left out",
      controls: asked.map((field) => controlOf(field, around(ADDRESS)))
    }
  ]
}
