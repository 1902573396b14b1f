import { element, setAttribute } from "../element.ts"
import type { Input } from "./Control.ts"
import { type ControlView, marks, rebuild, say } from "./parts.ts"

/** A text or a list, under its label. */
export const fieldView = (path: string, type: "text" | "select"): ControlView => {
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

const dress = (field: HTMLInputElement | HTMLSelectElement, input: Input): void => {
  if (input.type === "text") {
    for (const name of FORMAT) setAttribute(field, name, input.attributes[name])
  } else {
    rebuild(field, input.options, () => input.options.map(({ label, value }) => element("option", { value }, [label])))
  }
}

// Numbers of accounts are nobody's words, and not the reader's own name.
const TYPED = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }
const FORMAT = ["pattern", "minlength", "maxlength", "inputmode"]
