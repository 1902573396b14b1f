import { element, found } from "../element.ts"
import type { Answer } from "./Answer.ts"
import { focusIdOf } from "./controlView.ts"
import type { Notice } from "./Notice.ts"

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
