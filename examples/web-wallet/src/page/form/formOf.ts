import {
  type BeneficiaryType,
  beneficiaryAddressFields,
  beneficiaryFields,
  countries,
  type Field,
  type Format,
  formatOf,
  type Mode,
  needsOf
} from "@countersign/account-types"
import { fieldLabel, t, tag } from "../../words/translate.ts"
import { type Control, controlAt, type Group, type Input, type Option } from "./Control.ts"
import { ADDRESS, BENEFICIARY, BENEFICIARY_TYPE, type Draft, INFO, type Refusal, VARIANT } from "./Draft.ts"
import { type Banks, bankFieldsOf, bankOptions } from "./kindList.ts"

/** The surroundings that a field depends on. */
interface Around {
  /** The path of the parent object, with a trailing dot. */
  readonly parent: string
  readonly answers: Readonly<Record<string, string>>
  readonly mode: Mode
}

/** The control of a field. Labels, formats and options come from the account type. */
const controlOf = (field: Field, around: Around): Control => {
  const { name, required } = field
  const label = fieldLabel(field.label)
  const path = around.parent + name
  const format = formatOf(field, siblingsOf(field, around))
  switch (field.type) {
    case "choice":
      return { path, label, required, hint: "", input: { type: "select", options: optionsOf(field.choices, required) } }
    case "text":
    case "dependent":
      return format === undefined
        ? { path, label, required, hint: t("The format depends on the previous choice."), input: NO_FORMAT }
        : { path, label, required, hint: hintOf(format, around.mode), hintLanguage: "en", input: textOf(format) }
  }
}

/** The options of a list. Nothing is preselected unless a required list has a single option. */
const optionsOf = (choices: ReadonlyArray<string>, required: boolean): ReadonlyArray<Option> => {
  const areCountries = choices.every((each) => countries.includes(each))
  const options = choices.map((value) => ({ value, label: areCountries ? countryOf(value) : value }))
  if (required && options.length === 1) return options
  const sorted = areCountries ? options.toSorted((one, other) => one.label.localeCompare(other.label, tag)) : options
  return [{ value: "", label: required ? t("Choose") : t("Not said") }, ...sorted]
}

const NO_FORMAT: Input = { type: "text", attributes: {} }

const siblingsOf = (field: Field, { answers, parent }: Around) =>
  field.type === "dependent" ? { [field.on]: answers[parent + field.on] } : {}

const textOf = ({ maxLength, minLength, pattern, spelling }: Format): Input => ({
  type: "text",
  // The attributes apply to the text as it is typed.
  attributes:
    spelling !== undefined
      ? {}
      : {
          pattern,
          minLength,
          maxLength,
          ...(ONLY_DIGITS.test(pattern) ? { inputMode: "numeric" } : {}),
          ...(pattern.startsWith("\\+") ? { inputMode: "tel" } : {})
        }
})

const hintOf = ({ always, production, says }: Format, mode: Mode): string => {
  const rules = mode === "production" ? (production?.rules ?? []) : []
  const more = [always, ...rules].flatMap((rule) => (rule === undefined ? [] : [rule.says]))
  return [says, ...more].map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}.`).join(" ")
}

// Matches the pattern of one run of digits, such as [0-9]{9}.
const ONLY_DIGITS = /^\[0-9\]\{[0-9,]+\}$/u

const names = new Intl.DisplayNames(tag, { type: "region" })
const countryOf = (code: string): string => names.of(code) ?? code

/** The beneficiary, its details and its address, as far as the destination requires them. */
const beneficiaryGroups = (draft: Draft, around: (parent: string) => Around): ReadonlyArray<Group> => {
  const who: Group = { id: "who", legend: t("Beneficiary"), controls: [whoOf(draft)] }
  const type = draft.beneficiaryType
  if (type !== undefined) return [who, aboutGroup(draft, type, around), addressGroup(draft, type, around)]
  return [who, { id: "beneficiary", legend: "", controls: [] }, { id: "address", legend: "", controls: [] }]
}

const whoOf = ({ kind, variant }: Draft): Control => {
  const types = TYPES.filter(({ value }) => variant.beneficiaryType === undefined || variant.beneficiaryType === value)
  return {
    path: BENEFICIARY_TYPE,
    label: t("Beneficiary type"),
    required: kind.selfCustody !== true,
    hint: "",
    input: { type: "radios", options: kind.selfCustody === true ? [UNSPECIFIED, ...types] : types }
  }
}

const UNSPECIFIED: Option = { value: "", label: t("Not specified: the wallet belongs to its owner") }
const TYPES: ReadonlyArray<Option & { readonly value: BeneficiaryType }> = [
  { value: "INDIVIDUAL", label: t("A person") },
  { value: "BUSINESS", label: t("A business") }
]

const aboutGroup = ({ kind }: Draft, type: BeneficiaryType, around: (parent: string) => Around): Group => ({
  id: "beneficiary",
  legend: type === "BUSINESS" ? t("The business") : t("The person"),
  controls: beneficiaryFields(kind.destination, type)
    .filter(({ name }) => name !== "beneficiaryType")
    .map((field) => controlOf(field, around(BENEFICIARY)))
})

const addressGroup = ({ answers, kind }: Draft, type: BeneficiaryType, around: (parent: string) => Around): Group => {
  const address = beneficiaryAddressFields(kind.destination, type, answers[`${ADDRESS}country`] ?? "")
  const isNeeded = needsOf(kind.destination, type).fields.includes("address")
  const isBegun = address.some(({ name }) => (answers[ADDRESS + name] ?? "") !== "")
  // An optional address may be omitted as a whole. A partial address makes the other fields required.
  const fields = address.map((field) => ({ ...field, required: field.required && (isNeeded || isBegun) }))
  return {
    id: "address",
    legend: isNeeded ? t("Address") : t("Address (optional)"),
    controls: fields.map((field) => controlOf(field, around(ADDRESS)))
  }
}

/** Builds the whole form for a draft from the account types. */
export const formOf = (draft: Draft, mode: Mode, banks: Banks): ReadonlyArray<Group> => {
  const around = (parent: string): Around => ({ parent, answers: draft.answers, mode })
  const bankFields = bankFieldsOf(draft.variant)
  return [
    { id: "variant", legend: t("Variant"), controls: variantsOf(draft) },
    {
      id: "account",
      legend: t("Account"),
      controls: [
        currencyOf(draft),
        ...draft.variant.fields.map((field) =>
          listed(controlOf(field, around(INFO)), bankFields.includes(field.name), banks)
        ),
        REFERENCE
      ]
    },
    ...beneficiaryGroups(draft, around)
  ]
}

/** All controls of a form, in display order. */
export const controlsOf = (form: ReadonlyArray<Group>): ReadonlyArray<Control> =>
  form.flatMap(({ controls }) => controls)

const variantsOf = ({ kind }: Draft): ReadonlyArray<Control> => {
  const options = kind.variants.map(({ label, name }) => ({ value: name, label: fieldLabel(label) }))
  const control = { path: VARIANT, label: t("Account identifier"), required: true, hint: "" }
  return options.length === 1 ? [] : [{ ...control, input: { type: "radios", options } }]
}

const currencyOf = ({ kind }: Draft): Control => ({
  path: "currency",
  label: t("Currency"),
  required: true,
  hint: "",
  input: { type: "select", options: optionsOf(kind.currencies, true) }
})

const REFERENCE: Control = {
  path: "platformAccountId",
  label: t("Your reference"),
  required: false,
  hint: t("Returned in every response about this account."),
  input: { type: "text", attributes: {} }
}

// The API compares bank names byte by byte, so the form offers a list wherever one exists.
const listed = (control: Control, isBank: boolean, banks: Banks): Control => {
  const options = isBank ? bankOptions(banks) : undefined
  return options === undefined ? control : { ...control, hint: "", input: { type: "select", options } }
}

/** The error text of each control, by path. The first error of a control is shown. */
export const placed = (
  controls: ReadonlyArray<Control>,
  refusals: ReadonlyArray<Refusal>
): ReadonlyMap<string, string> => {
  const words = refusals.flatMap((each) => {
    const control = controlAt(controls, each)
    return control === undefined ? [] : [[control.path, each.message] as const]
  })
  return new Map(words.toReversed())
}
