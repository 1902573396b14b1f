import { element, place, setAttribute } from "../element.ts"
import type { Control, Group, GroupId, Input, Option } from "./Control.ts"

import { type ControlView, marks, rebuild, say } from "./formOf.ts"

/** A text field or a list, with its label. */
const fieldView = (path: string, type: "text" | "select"): ControlView => {
  const label = element("label", { for: path })
  const hint = element("p", { id: `${path}-hint`, class: "hint" })
  const issue = element("p", { id: `${path}-issue`, class: "issue" })
  const field = type === "text" ? element("input", TYPED) : element("select")
  Object.assign(field, { id: path, name: path })
  const root = element("div", { class: "control" }, [label, field, hint, issue])
  return {
    root,
    update: (control, answer, message) => {
      label.replaceChildren(control.label, ...marks(control))
      say(hint, control.hint)
      say(issue, message)
      field.required = control.required
      dress(field, control.input)
      if (field.value !== answer) field.value = answer
      setAttribute(field, "aria-invalid", message === undefined ? undefined : "true")
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

// Account numbers are not words, and the name is not the end user's own, so spell check and autofill are off.
const TYPED = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }
const FORMAT = ["pattern", "minlength", "maxlength", "inputmode"]

/** Radio buttons in a fieldset with a legend. */
const radiosView = (path: string): ControlView => {
  const legend = element("legend")
  const issue = element("p", { id: `${path}-issue`, class: "issue" })
  const options = element("div", { class: "options" })
  const root = element("fieldset", { class: "control radios", "aria-describedby": issue.id }, [legend, options, issue])
  return {
    root,
    update: (control, answer, message) => {
      legend.replaceChildren(control.label, ...marks(control))
      say(issue, message)
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

/** Creates the elements of a control. */
const controlView = ({ input, path }: Control): ControlView => {
  switch (input.type) {
    case "text":
    case "select":
      return fieldView(path, input.type)
    case "radios":
      return radiosView(path)
  }
}

/** The id of the element that receives the focus for a control. */
export const focusIdOf = ({ input, path }: Control): string => (input.type === "radios" ? `${path}-0` : path)

/** The texts of a control: hint and error. */
export interface Messages {
  readonly answerTo: (path: string) => string
  readonly issueOf: (path: string) => string | undefined
}

/** Renders the groups of a form into an element. Updates reuse existing elements. */
export const formView = (root: HTMLElement) => {
  const views = new Map<GroupId, ReturnType<typeof groupView>>()
  return (form: ReadonlyArray<Group>, message: Messages): void => {
    for (const group of form) {
      const view = views.get(group.id) ?? groupView(group.id)
      if (!views.has(group.id)) root.append(view.root)
      views.set(group.id, view)
      view.update(group, message)
    }
  }
}

const groupView = (id: GroupId) => {
  const legend = element("legend")
  const box = element("div", { class: "controls" })
  const root = element("fieldset", { class: "group", id: `group-${id}` }, [legend, box])
  let shown: ReadonlyArray<{ readonly key: string; readonly view: ControlView }> = []
  return {
    root,
    update: (group: Group, { answerTo, issueOf }: Messages): void => {
      root.hidden = group.controls.length === 0
      legend.textContent = group.legend
      const before = shown
      shown = group.controls.map((control, index) => {
        const old = before[index]
        return old?.key === keyOf(control) ? old : { key: keyOf(control), view: controlView(control) }
      })
      group.controls.forEach((control, index) => {
        shown[index]?.view.update(control, answerTo(control.path), issueOf(control.path))
      })
      keepingFocus(group.controls, () =>
        place(
          box,
          shown.map(({ view }) => view.root)
        )
      )
    }
  }
}

const keyOf = ({ input, path }: Control): string => `${input.type} ${path}`

const keepingFocus = (controls: ReadonlyArray<Control>, change: () => void): void => {
  const focused = document.activeElement
  change()
  if (focused === null || focused.isConnected) return
  const successor = controls.find((control) => control.path === focused.id)
  if (successor !== undefined) document.getElementById(focusIdOf(successor))?.focus()
}
