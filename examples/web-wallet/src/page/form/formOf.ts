import type { Mode } from "@countersign/account-types"
import { type Banks, bankFieldsOf, bankOptions } from "./Banks.ts"
import { beneficiaryGroups } from "./beneficiaryGroups.ts"
import type { Control, Group } from "./Control.ts"
import { type Around, controlOf, optionsOf } from "./controlOf.ts"
import { type Draft, INFO, VARIANT } from "./Draft.ts"

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
