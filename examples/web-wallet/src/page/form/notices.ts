import { check, checkAccount, type Issue, type Mode, variantOf } from "@countersign/account-types"
import { t, tag } from "../../words/translate.ts"
import { type Body, bodyOf } from "./bodyOf.ts"
import { type Control, controlAt, type Group } from "./Control.ts"
import type { Answer, Draft } from "./Draft.ts"
import { controlsOf, formOf, placed } from "./formOf.ts"
import type { Model } from "./Model.ts"

/** All validation issues of a draft, by the same rules as the API. `today` is YYYY-MM-DD. */
export const issuesOf = (draft: Draft, mode: Mode, today: string): ReadonlyArray<Issue> => {
  const body = bodyOf(draft)
  const { kind, variant } = draft
  if (variantOf(kind, body.accountInfo) === variant) return checkAccount(body, mode, { today })
  // The API infers the variant from the identifier. Without one it would match another variant and might accept the
  // account, so the form reports the missing identifier of the chosen variant.
  return check({ ...kind, variants: [variant] }, body.accountInfo, mode, { today }).map(({ constraint, path }) => ({
    path: `accountInfo.${path}`,
    constraint
  }))
}

/** The text of an issue, for the field and for the summary. */
export const sentence = ({ constraint }: Issue): string =>
  constraint === "present"
    ? t("This field is required.")
    : tag === "en"
      ? `It must be ${constraint}.`
      : t("The value does not have the form that is required here.")

/** The summary above the form after a submit. */
export interface Notice {
  readonly title: string
  readonly items: ReadonlyArray<Item>
}

/** One line of the summary, with the control that it refers to. */
interface Item {
  readonly words: string
  readonly control: Control | undefined
}

/** The summary of validation issues. */
export const noticeOfIssues = (controls: ReadonlyArray<Control>, issues: ReadonlyArray<Issue>): Notice => ({
  title: issues.length === 1 ? t("1 field needs attention") : t("{0} fields need attention", issues.length),
  items: issues.map((issue) => itemOf(controlAt(controls, issue), issue.path, sentence(issue)))
})

/** The summary of an error from the API. */
export const noticeOfRefusal = (
  controls: ReadonlyArray<Control>,
  { fields, message }: Extract<Answer, { readonly type: "refused" }>
): Notice => ({
  title: message,
  items: fields.map((refusal) => itemOf(controlAt(controls, refusal), refusal.path, refusal.message))
})

const itemOf = (control: Control | undefined, path: string, words: string): Item => ({
  control,
  words: `${control?.label ?? path}: ${words}`
})

/** Derived view of a model. */
export interface Seen {
  readonly form: ReadonlyArray<Group>
  readonly controls: ReadonlyArray<Control>
  readonly body: Body
  readonly issues: ReadonlyArray<Issue>
  /** The error text beside a control. */
  readonly issueOf: (path: string) => string | undefined
}

/** Computes the form, the request body and the issues of a model. `today` is YYYY-MM-DD. */
export const seen = (model: Model, today: string): Seen => {
  const { banks, draft, mode, refusals, touched } = model
  const form = formOf(draft, mode, banks)
  const controls = controlsOf(form)
  const issues = issuesOf(draft, mode, today)
  const own = placed(
    controls,
    issues.map((issue) => ({ path: issue.path, message: sentence(issue) }))
  )
  return {
    form,
    controls,
    body: bodyOf(draft),
    issues,
    issueOf: (path) => refusals.get(path) ?? (touched.has(path) ? own.get(path) : undefined)
  }
}
