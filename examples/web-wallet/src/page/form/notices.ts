import { check, checkAccount, type Issue, type Mode, variantOf } from "@countersign/account-types"
import { element, found } from "../element.ts"
import { type Body, bodyOf } from "./bodyOf.ts"
import { type Control, controlAt, type Group } from "./Control.ts"
import type { Answer, Draft } from "./Draft.ts"
import { controlsOf, formOf, placed } from "./formOf.ts"
import { focusIdOf } from "./formView.ts"
import type { Model } from "./Model.ts"

/** Everything wrong with a draft, as the service would judge it. `today` is YYYY-MM-DD. */
export const issuesOf = (draft: Draft, mode: Mode, today: string): ReadonlyArray<Issue> => {
  const body = bodyOf(draft)
  const { kind, variant } = draft
  if (variantOf(kind, body.accountInfo) === variant) return checkAccount(body, mode, { today })
  // The service tells the variant by its identifier. Without that it would take this account for one of another variant,
  // and perhaps be content; whoever chose the variant wants to hear what is missing.
  return check({ ...kind, variants: [variant] }, body.accountInfo, mode, { today }).map(({ constraint, path }) => ({
    path: `accountInfo.${path}`,
    constraint
  }))
}

/** An issue in words, beside its field or in the summary. */
export const sentence = ({ constraint }: Issue): string =>
  constraint === "present" ? "This is needed." : `It must be ${constraint}.`

/** Shows a summary over the form, and moves the focus to it. */
export const showNotice = ({ items, title }: Notice): void => {
  const lines = items.map(({ control, words }) => {
    if (control === undefined) return element("li", {}, [words])
    const id = focusIdOf(control)
    const link = element("a", { href: `#${id}` }, [words])
    link.addEventListener("click", (event) => {
      event.preventDefault()
      document.getElementById(id)?.focus()
    })
    return element("li", {}, [link])
  })
  const list = lines.length === 0 ? [] : [element("ul", {}, lines)]
  show("notice", [element("h3", { id: "notice-title" }, [title]), ...list])
}

/** Shows what became of the account, and moves the focus to it. */
export const showAdded = ({ id, status }: Extract<Answer, { readonly type: "added" }>): void =>
  show("added", [
    element("h3", { id: "added-title" }, ["The account was added"]),
    element("dl", {}, [
      element("dt", {}, ["Id"]),
      element("dd", { id: "added-id" }, [id]),
      element("dt", {}, ["Status"]),
      element("dd", { id: "added-status" }, [status])
    ])
  ])

/** Takes both away. */
export const hideNotices = (): void => {
  for (const id of ["notice", "added"]) found(id, HTMLElement).hidden = true
}

const show = (id: "notice" | "added", children: ReadonlyArray<Node>): void => {
  hideNotices()
  const section = found(id, HTMLElement)
  section.replaceChildren(...children)
  section.hidden = false
  section.focus()
}

/** What the summary over the form says after a submit. */
interface Notice {
  readonly title: string
  readonly items: ReadonlyArray<Item>
}

/** One line of it, and the control it is about where there is one. */
interface Item {
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
