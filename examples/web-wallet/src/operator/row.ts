import { element, place } from "./element.ts"

interface Action {
  readonly id: string
  readonly words: string
  /** The object of the action, for screen readers. */
  readonly about: string
  /** The class of the button. By default it has the pen of a signed action. */
  readonly look?: "quiet small"
  readonly act: () => void
}

export interface Row {
  /** Identifies the row across updates. The element of a key is reused, so the focus is not lost. */
  readonly key: string
  readonly title: string
  /** The title is a link to this part of the page. */
  readonly href?: string
  readonly badge?: string | undefined
  /** The badge reports that something does not work. */
  readonly isStopped?: boolean
  readonly lines: ReadonlyArray<string>
  readonly aside?: string
  readonly action?: Action | ReadonlyArray<Action> | undefined
}

/** Renders rows into a list. Unchanged rows are not touched. An empty list shows `none` instead. */
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

const itemOf = ({ action = [], aside, badge, href, isStopped = false, lines, title }: Row): HTMLElement => {
  const name = element("p", { class: "name" }, [href === undefined ? title : element("a", { href }, [title])])
  if (badge !== undefined) name.append(" ", element("span", { class: isStopped ? "badge stopped" : "badge" }, [badge]))
  const words = element("div", {}, [name, ...lines.map((line) => element("p", { class: "hint" }, [line]))])
  const item = element("li", {}, [words])
  if (aside !== undefined) item.append(element("p", { class: "aside" }, [aside]))
  const buttons = element("p", { class: "buttons" })
  for (const { about, act, id, look = "quiet signs small", words: label } of [action].flat()) {
    // Every row has the same button text, so the accessible name also includes the object of the row.
    const button = element("button", { type: "button", class: look, id }, [
      label,
      element("span", { class: "spoken" }, [` ${about}`])
    ])
    button.addEventListener("click", act)
    buttons.append(button)
  }
  if (buttons.hasChildNodes()) item.append(buttons)
  return item
}
