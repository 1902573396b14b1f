import { element } from "../element.ts"
import type { Option } from "./Control.ts"
import { type ControlView, marks, rebuild, say } from "./parts.ts"

/** A few radio buttons, under their legend. */
export const radiosView = (path: string): ControlView => {
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

const radio = (name: string, { label, value }: Option, index: number): HTMLElement =>
  element("label", { class: "option" }, [
    element("input", { type: "radio", id: `${name}-${index}`, name, value }),
    element("span", {}, [label])
  ])
