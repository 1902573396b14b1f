import type { Control, Input, Option } from "./Control.ts"
import { element, setAttribute } from "./element.ts"

/** A control as it stands in the page. The same elements are told of each change, so that nobody loses the focus. */
export interface ControlView {
  readonly root: HTMLElement
  readonly update: (control: Control, answer: string, issue: string | undefined) => void
}

/** New elements for a control. */
export const controlView = ({ input, path }: Control): ControlView => {
  switch (input.type) {
    case "text":
    case "select":
      return fieldView(path, input.type)
    case "radios":
      return radiosView(path)
  }
}

const fieldView = (path: string, type: "text" | "select"): ControlView => {
  const label = element("label", { for: path })
  const hint = element("p", { id: `${path}-hint`, class: "hint" })
  const issue = element("p", { id: `${path}-issue`, class: "issue" })
  const field = type === "text" ? element("input", TYPED) : element("select")
  Object.assign(field, { id: path, name: path })
  const root = element("div", { class: "control" }, [label, field, hint, issue])
  return {
    root,
    update: (control, answer, said) => {
      label.replaceChildren(control.label, ...marks(control))
      say(hint, control.hint)
      say(issue, said)
      field.required = control.required
      dress(field, control.input)
      if (field.value !== answer) field.value = answer
      setAttribute(field, "aria-invalid", said === undefined ? undefined : "true")
      const descriptions = [issue, hint].filter(({ hidden }) => !hidden).map(({ id }) => id)
      setAttribute(field, "aria-describedby", descriptions.length === 0 ? undefined : descriptions.join(" "))
    }
  }
}

const radiosView = (path: string): ControlView => {
  const legend = element("legend")
  const issue = element("p", { id: `${path}-issue`, class: "issue" })
  const options = element("div", { class: "options" })
  const root = element("fieldset", { class: "control radios", "aria-describedby": issue.id }, [legend, options, issue])
  return {
    root,
    update: (control, answer, said) => {
      legend.replaceChildren(control.label, ...marks(control))
      say(issue, said)
      const listed = control.input.type === "radios" ? control.input.options : []
      rebuild(options, listed, () => listed.map((option, index) => radio(path, option, index)))
      for (const each of options.querySelectorAll("input")) each.checked = each.value === answer
    }
  }
}

/** The id of the element that takes the focus of a control. */
export const focusIdOf = ({ input, path }: Control): string => (input.type === "radios" ? `${path}-0` : path)

const radio = (name: string, { label, value }: Option, index: number): HTMLElement =>
  element("label", { class: "option" }, [
    element("input", { type: "radio", id: `${name}-${index}`, name, value }),
    element("span", {}, [label])
  ])

const dress = (field: HTMLInputElement | HTMLSelectElement, input: Input): void => {
  if (input.type === "text") {
    for (const name of FORMAT) setAttribute(field, name, input.attributes[name])
  } else {
    rebuild(field, input.options, () => input.options.map(({ label, value }) => element("option", { value }, [label])))
  }
}

// Options that are the same stay: whoever is choosing among them must not lose the place.
const rebuild = (parent: HTMLElement, options: ReadonlyArray<Option>, made: () => ReadonlyArray<Node>): void => {
  const key = JSON.stringify(options)
  if (parent.dataset.options === key) return
  parent.dataset.options = key
  parent.replaceChildren(...made())
}

const say = (where: HTMLElement, words: string | undefined): void => {
  where.textContent = words ?? ""
  where.hidden = where.textContent === ""
}

const marks = ({ required }: Control): ReadonlyArray<Node> =>
  required ? [element("span", { class: "mark", "aria-hidden": "true" }, [" *"])] : []

// Numbers of accounts are nobody's words, and not the reader's own name.
const TYPED = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }
const FORMAT = ["pattern", "minlength", "maxlength", "inputmode"]
