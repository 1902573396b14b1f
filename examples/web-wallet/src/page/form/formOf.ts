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
import { element } from "../element.ts"

import { type Control, controlAt, type Group, type Input, type Option } from "./Control.ts"

import { ADDRESS, BENEFICIARY, BENEFICIARY_TYPE, type Draft, INFO, type Refusal, VARIANT } from "./Draft.ts"
import { type Banks, bankFieldsOf, bankOptions } from "./kindList.ts"

/** What a field has to know of the form around it. */
interface Around {
  /** The path of the object that the field stands in, with its dot. */
  readonly parent: string
  readonly answers: Readonly<Record<string, string>>
  readonly mode: Mode
}

/** The control of a field. It knows no country: labels, formats and choices are the field's own. */
const controlOf = (field: Field, around: Around): Control => {
  const { label, name, required } = field
  const path = around.parent + name
  const format = formatOf(field, siblingsOf(field, around))
  switch (field.type) {
    case "choice":
      return { path, label, required, hint: "", input: { type: "select", options: optionsOf(field.choices, required) } }
    case "text":
    case "dependent":
      return format === undefined
        ? { path, label, required, hint: "Its format follows the choice before it.", input: NO_FORMAT }
        : { path, label, required, hint: hintOf(format, around.mode), input: textOf(format) }
  }
}

/** A list to choose from. Nothing is chosen at first, unless nothing else could be. */
const optionsOf = (choices: ReadonlyArray<string>, required: boolean): ReadonlyArray<Option> => {
  const areCountries = choices.every((each) => countries.includes(each))
  const options = choices.map((value) => ({ value, label: areCountries ? countryOf(value) : value }))
  if (required && options.length === 1) return options
  const sorted = areCountries ? options.toSorted((one, other) => one.label.localeCompare(other.label, "en")) : options
  return [{ value: "", label: required ? "Choose" : "Not said" }, ...sorted]
}

const NO_FORMAT: Input = { type: "text", attributes: {} }

const siblingsOf = (field: Field, { answers, parent }: Around) =>
  field.type === "dependent" ? { [field.on]: answers[parent + field.on] } : {}

const textOf = ({ maxLength, minLength, pattern }: Format): Input => ({
  type: "text",
  attributes: {
    pattern,
    minlength: String(minLength),
    maxlength: String(maxLength),
    ...(ONLY_DIGITS.test(pattern) ? { inputmode: "numeric" } : {}),
    ...(pattern.startsWith("\\+") ? { inputmode: "tel" } : {})
  }
})

const hintOf = ({ always, production, says }: Format, mode: Mode): string => {
  const more = [always?.says, mode === "production" ? production?.says : undefined].filter((each) => each !== undefined)
  return [says, ...more].map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}.`).join(" ")
}

// The pattern of one run of digits, such as [0-9]{9}.
const ONLY_DIGITS = /^\[0-9\]\{[0-9,]+\}$/u

const names = new Intl.DisplayNames("en", { type: "region" })
const countryOf = (code: string): string => names.of(code) ?? code

/** Who is paid, what is told of them, and where they live: as much as the destination asks for. */
const beneficiaryGroups = (draft: Draft, around: (parent: string) => Around): ReadonlyArray<Group> => {
  const who: Group = { id: "who", legend: "Beneficiary", controls: [whoOf(draft)] }
  const type = draft.beneficiaryType
  if (type !== undefined) return [who, aboutGroup(draft, type, around), addressGroup(draft, type, around)]
  return [who, { id: "beneficiary", legend: "", controls: [] }, { id: "address", legend: "", controls: [] }]
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

const aboutGroup = ({ kind }: Draft, type: BeneficiaryType, around: (parent: string) => Around): Group => ({
  id: "beneficiary",
  legend: type === "BUSINESS" ? "The business" : "The person",
  controls: beneficiaryFields(kind.destination, type)
    .filter(({ name }) => name !== "beneficiaryType")
    .map((field) => controlOf(field, around(BENEFICIARY)))
})

const addressGroup = ({ answers, kind }: Draft, type: BeneficiaryType, around: (parent: string) => Around): Group => {
  const address = beneficiaryAddressFields(kind.destination, type)
  const isNeeded = needsOf(kind.destination, type).fields.includes("address")
  const isBegun = address.some(({ name }) => (answers[ADDRESS + name] ?? "") !== "")
  // An address may be left out as a whole; a part of one asks for the rest.
  const asked = address.map((field) => ({ ...field, required: field.required && (isNeeded || isBegun) }))
  return {
    id: "address",
    legend: isNeeded ? "Address" : "Address, which may be left out",
    controls: asked.map((field) => controlOf(field, around(ADDRESS)))
  }
}

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

/** A control as it stands in the page. The same elements are told of each change, so that nobody loses the focus. */
export interface ControlView {
  readonly root: HTMLElement
  readonly update: (control: Control, answer: string, issue: string | undefined) => void
}

/** Puts options into their place. Those that are the same stay: whoever is choosing must not lose the place. */
export const rebuild = (parent: HTMLElement, options: ReadonlyArray<Option>, made: () => ReadonlyArray<Node>): void => {
  const key = JSON.stringify(options)
  if (parent.dataset.options === key) return
  parent.dataset.options = key
  parent.replaceChildren(...made())
}

/** Puts words into their place, which is not there without any. */
export const say = (where: HTMLElement, words: string | undefined): void => {
  where.textContent = words ?? ""
  where.hidden = where.textContent === ""
}

/** What follows the label of a control that needs an answer. Screen readers are told by `required`. */
export const marks = ({ required }: Control): ReadonlyArray<Node> =>
  required ? [element("span", { class: "mark", "aria-hidden": "true" }, [" *"])] : []

/** The words about each control, by its path. The first about it stand. */
export const placed = (controls: ReadonlyArray<Control>, said: ReadonlyArray<Refusal>): ReadonlyMap<string, string> => {
  const words = said.flatMap((each) => {
    const control = controlAt(controls, each)
    return control === undefined ? [] : [[control.path, each.message] as const]
  })
  return new Map(words.toReversed())
}
