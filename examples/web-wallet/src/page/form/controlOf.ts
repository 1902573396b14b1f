import { countries, type Field, type Format, formatOf, type Mode } from "@countersign/account-types"
import type { Control, Input, Option } from "./Control.ts"

/** What a field has to know of the form around it. */
export interface Around {
  /** The path of the object that the field stands in, with its dot. */
  readonly parent: string
  readonly answers: Readonly<Record<string, string>>
  readonly mode: Mode
}

/** The control of a field. It knows no country: labels, formats and choices are the field's own. */
export const controlOf = (field: Field, around: Around): Control => {
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
export const optionsOf = (choices: ReadonlyArray<string>, required: boolean): ReadonlyArray<Option> => {
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
