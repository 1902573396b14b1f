import type { Mode } from "@countersign/account-types"
import { answered, answerTo, type Draft, INFO, type Refusal } from "./Draft.ts"
import { controlsOf, formOf, placed } from "./formOf.ts"
import { type Banks, bankFieldsOf } from "./kindList.ts"

/** The state of the form after a kind has been chosen. */
export interface Model {
  readonly draft: Draft
  readonly mode: Mode
  readonly banks: Banks
  /** The paths of the fields that lost the focus. Issues of other fields are hidden while the end user types. */
  readonly touched: ReadonlySet<string>
  /** Errors of the API for values that have not changed since, by the path of the control. */
  readonly refusals: ReadonlyMap<string, string>
}

/** The initial model of a draft. */
export const newModel = (draft: Draft, mode: Mode, banks: Banks): Model => ({
  draft,
  mode,
  banks,
  touched: new Set(),
  refusals: new Map()
})

/** Applies an input event. Removes the API error of the field, because it was about the previous value. */
export const typed = (model: Model, path: string, text: string): Model => {
  if (answerTo(model.draft, path) === text) return model
  const refusals = new Map(model.refusals)
  refusals.delete(path)
  return { ...model, draft: answered(model.draft, path, text), refusals }
}

/** Marks fields as left: one on blur, all of them on submit. */
export const left = (model: Model, paths: ReadonlyArray<string>): Model => ({
  ...model,
  touched: new Set([...model.touched, ...paths])
})

/** Adds the errors of a refused submit. */
export const refused = (model: Model, fields: ReadonlyArray<Refusal>): Model => ({
  ...model,
  refusals: placed(controlsOf(formOf(model.draft, model.mode, model.banks)), fields)
})

/** Sets the list of banks. Removes a bank name that is not on the list, because the list cannot show it. */
export const withBanks = (model: Model, banks: Banks): Model => {
  if (banks.type !== "read") return { ...model, banks }
  const isListed = (path: string) => banks.banks.some(({ value }) => value === answerTo(model.draft, path))
  const strangers = bankFieldsOf(model.draft.variant).filter((name) => !isListed(INFO + name))
  return { ...strangers.reduce((changed, name) => typed(changed, INFO + name, ""), model), banks }
}
