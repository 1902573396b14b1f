import type { Issue } from "@countersign/account-types"

/** One question of the form, without a document: what is asked, under which path the answer is sent, and how it is typed. */
export interface Control {
  /** Dotted, as the issues of a check and the refusals of the service name it: `accountInfo.accountNumber`. */
  readonly path: string
  readonly label: string
  readonly required: boolean
  readonly hint: string
  readonly input: Input
}

/** How an answer is given. */
export type Input =
  | {
      readonly type: "text"
      /** The attributes of HTML that a format becomes; none while another field has not chosen the format. */
      readonly attributes: Readonly<Record<string, string>>
    }
  | { readonly type: "select"; readonly options: ReadonlyArray<Option> }
  | { readonly type: "radios"; readonly options: ReadonlyArray<Option> }

/** One answer to choose. */
export interface Option {
  readonly value: string
  readonly label: string
}

/** Controls that stand together. A group without any is not shown. */
export interface Group {
  readonly id: GroupId
  readonly legend: string
  readonly controls: ReadonlyArray<Control>
}

/** The groups of the form, in their order. */
export type GroupId = "variant" | "account" | "who" | "beneficiary" | "address"

/** The control that an issue is about: the one of its path, or the first inside the object that it names. */
export const controlAt = (controls: ReadonlyArray<Control>, { path }: Pick<Issue, "path">): Control | undefined => {
  // A business is sent flat here, but is named as if its names stood in `businessInfo` where none was sent.
  const flat = path.replace(".businessInfo.", ".")
  return (
    controls.find((control) => control.path === flat) ?? controls.find((control) => control.path.startsWith(`${flat}.`))
  )
}
