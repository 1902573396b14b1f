import { element, place } from "../element.ts"

interface Action {
  readonly id: string
  readonly words: string
  /** What it is done to, for who does not see the row. */
  readonly about: string
  readonly act: () => void
}

export interface Row {
  /** The same for the same thing, however it changes: its element stays, and so does the focus. */
  readonly key: string
  readonly title: string
  readonly badge?: string | undefined
  readonly lines: ReadonlyArray<string>
  readonly aside?: string
  readonly action?: Action | undefined
}

/** Shows rows in a list. Those that are as they were are left alone, and `none` is shown instead of an empty list. */
export const rowsView = (list: HTMLElement, none?: HTMLElement) => {
  const views = new Map<string, { readonly text: string; readonly item: HTMLElement }>()
  return (rows: ReadonlyArray<Row>): void => {
    if (none !== undefined) none.hidden = rows.length > 0
    const before = new Map(views)
    views.clear()
    for (const row of rows) {
      const text = JSON.stringify(row)
      const old = before.get(row.key)
      views.set(row.key, old?.text === text ? old : { text, item: itemOf(row) })
    }
    place(
      list,
      [...views.values()].map(({ item }) => item)
    )
  }
}

const itemOf = ({ action, aside, badge, lines, title }: Row): HTMLElement => {
  const name = element("p", { class: "name" }, [title])
  if (badge !== undefined) name.append(" ", element("span", { class: "badge" }, [badge]))
  const words = element("div", {}, [name, ...lines.map((line) => element("p", { class: "hint" }, [line]))])
  const item = element("li", {}, [words])
  if (aside !== undefined) item.append(element("p", { class: "aside" }, [aside]))
  if (action !== undefined) {
    // The same words stand on every row: the rest of the name tells them apart to who does not see the row.
    const button = element("button", { type: "button", class: "quiet signs small", id: action.id }, [
      action.words,
      element("span", { class: "spoken" }, [` ${action.about}`])
    ])
    button.addEventListener("click", action.act)
    item.append(button)
  }
  return item
}

/** What people call a type of credential. One that this page does not know is called as the service calls it. */
export const nameOf = (type: string): { readonly title: string; readonly short: string } =>
  NAMES.get(type) ?? { title: type, short: type }

const NAMES = new Map([
  ["EMAIL_OTP", { title: "Codes by e-mail", short: "E-mail" }],
  ["OAUTH", { title: "OpenID identity", short: "OpenID" }],
  ["PASSKEY", { title: "Passkey", short: "Passkey" }]
])
