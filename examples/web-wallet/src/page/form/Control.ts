import type { Issue } from "@countersign/account-types"

/** One field of the form, independent of the DOM: its label, its path in the request body, and its input type. */
export interface Control {
  /** Dotted path, as in validation issues and in errors of the API: `accountInfo.accountNumber`. */
  readonly path: string
  readonly label: string
  readonly required: boolean
  readonly hint: string
  /** The account types describe formats in English. */
  readonly hintLanguage?: "en"
  readonly input: Input
}

/** The input type of a control. */
export type Input =
  | {
      readonly type: "text"
      readonly attributes: FormatAttributes
    }
  | { readonly type: "select"; readonly options: ReadonlyArray<Option> }
  | { readonly type: "radios"; readonly options: ReadonlyArray<Option> }

/** The HTML attributes of a format. Empty while the format depends on a field without a value. */
export interface FormatAttributes {
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly inputMode?: "numeric" | "tel"
}

/** One option of a list or of radio buttons. */
export interface Option {
  readonly value: string
  readonly label: string
}

/** Controls that are shown together. An empty group is hidden. */
export interface Group {
  readonly id: GroupId
  readonly legend: string
  readonly controls: ReadonlyArray<Control>
}

/** The groups of the form, in display order. */
export type GroupId = "variant" | "account" | "who" | "beneficiary" | "address"

/** The id of the element that receives the focus for a control. */
export const focusIdOf = ({ input, path }: Control): string => (input.type === "radios" ? `${path}-0` : path)

/** The control of an issue: the one with its path, or the first one inside the object that the issue names. */
export const controlAt = (controls: ReadonlyArray<Control>, { path }: Pick<Issue, "path">): Control | undefined => {
  // The form sends the names of a business at the top level, but the check reports a missing name under `businessInfo`.
  const flat = path.replace(".businessInfo.", ".")
  return (
    controls.find((control) => control.path === flat) ?? controls.find((control) => control.path.startsWith(`${flat}.`))
  )
}
