import type { Issue } from "@countersign/account-types"
import { type Body, bodyOf } from "./bodyOf.ts"
import type { Control, Group } from "./Control.ts"
import { controlsOf, formOf } from "./formOf.ts"
import { issuesOf, sentence } from "./issuesOf.ts"
import type { Model } from "./Model.ts"
import { placed } from "./placed.ts"

/** What a model comes to. */
export interface Seen {
  readonly form: ReadonlyArray<Group>
  readonly controls: ReadonlyArray<Control>
  readonly body: Body
  readonly issues: ReadonlyArray<Issue>
  /** The words beside a control. */
  readonly issueOf: (path: string) => string | undefined
}

/** The form, the body and what is wrong with it. `today` is YYYY-MM-DD. */
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
