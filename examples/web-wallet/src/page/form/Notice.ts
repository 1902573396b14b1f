import type { Issue } from "@countersign/account-types"
import type { Answer } from "./Answer.ts"
import { type Control, controlAt } from "./Control.ts"
import { sentence } from "./issuesOf.ts"

/** What the summary over the form says after a submit. */
export interface Notice {
  readonly title: string
  readonly items: ReadonlyArray<Item>
}

/** One line of it, and the control it is about where there is one. */
export interface Item {
  readonly words: string
  readonly control: Control | undefined
}

/** What is wrong by the account types. */
export const noticeOfIssues = (controls: ReadonlyArray<Control>, issues: ReadonlyArray<Issue>): Notice => ({
  title: issues.length === 1 ? "One answer needs another look" : `${issues.length} answers need another look`,
  items: issues.map((issue) => itemOf(controlAt(controls, issue), issue.path, sentence(issue)))
})

/** What the service refused. */
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
