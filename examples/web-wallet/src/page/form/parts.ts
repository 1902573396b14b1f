import { element } from "../element.ts"
import type { Control, Option } from "./Control.ts"

/** A control as it stands in the page. The same elements are told of each change, so that nobody loses the focus. */
export interface ControlView {
  readonly root: HTMLElement
  readonly update: (control: Control, answer: string, issue: string | undefined) => void
}

/** Puts options into their place. Those that are the same stay: whoever is choosing must not lose the place. */
export const rebuild = (parent: HTMLElement, options: ReadonlyArray<Option>, made: () => ReadonlyArray<Node>): void => {
  const key = JSON.stringify(options)
  if (parent.dataset.options === key) return
  parent.dataset.options = key
  parent.replaceChildren(...made())
}

/** Puts words into their place, which is not there without any. */
export const say = (where: HTMLElement, words: string | undefined): void => {
  where.textContent = words ?? ""
  where.hidden = where.textContent === ""
}

/** What follows the label of a control that needs an answer. Screen readers are told by `required`. */
export const marks = ({ required }: Control): ReadonlyArray<Node> =>
  required ? [element("span", { class: "mark", "aria-hidden": "true" }, [" *"])] : []
