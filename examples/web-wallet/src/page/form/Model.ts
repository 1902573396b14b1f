import type { Mode } from "@countersign/account-types"
import { answered, answerTo, type Draft, INFO, type Refusal } from "./Draft.ts"
import { controlsOf, formOf, placed } from "./formOf.ts"
import { type Banks, bankFieldsOf } from "./kindList.ts"

/** Everything the page knows once a kind is chosen. */
export interface Model {
  readonly draft: Draft
  readonly mode: Mode
  readonly banks: Banks
  /** The paths whose issues are shown: nobody is told of a mistake before the field was left. */
  readonly touched: ReadonlySet<string>
  /** What the service said of answers that have not changed since, by the path of the control. */
  readonly refusals: ReadonlyMap<string, string>
}

/** The model of a draft that nobody has seen yet. */
export const newModel = (draft: Draft, mode: Mode, banks: Banks): Model => ({
  draft,
  mode,
  banks,
  touched: new Set(),
  refusals: new Map()
})

/** After something was typed or chosen. What the service said of the answer before is no longer about this one. */
export const typed = (model: Model, path: string, text: string): Model => {
  if (answerTo(model.draft, path) === text) return model
  const refusals = new Map(model.refusals)
  refusals.delete(path)
  return { ...model, draft: answered(model.draft, path, text), refusals }
}

/** After some fields were left, or all at once by a submit. */
export const left = (model: Model, paths: ReadonlyArray<string>): Model => ({
  ...model,
  touched: new Set([...model.touched, ...paths])
})

/** After the service refused. */
export const refused = (model: Model, fields: ReadonlyArray<Refusal>): Model => ({
  ...model,
  refusals: placed(controlsOf(formOf(model.draft, model.mode, model.banks)), fields)
})

/** After the banks were read, or not. A name that is not on their list cannot be shown as chosen. */
export const withBanks = (model: Model, banks: Banks): Model => {
  if (banks.type !== "read") return { ...model, banks }
  const isListed = (path: string) => banks.banks.some(({ value }) => value === answerTo(model.draft, path))
  const strangers = bankFieldsOf(model.draft.variant).filter((name) => !isListed(INFO + name))
  return { ...strangers.reduce((changed, name) => typed(changed, INFO + name, ""), model), banks }
}
