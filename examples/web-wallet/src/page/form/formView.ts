import { element } from "../element.ts"
import { place } from "../place.ts"
import type { Control, Group, GroupId } from "./Control.ts"
import { controlView, focusIdOf } from "./controlView.ts"
import type { ControlView } from "./parts.ts"

/** What a control shows beside its label. */
export interface Said {
  readonly answerTo: (path: string) => string
  readonly issueOf: (path: string) => string | undefined
}

/** Shows the groups of a form inside an element, and each change of them with the fewest new elements. */
export const formView = (root: HTMLElement) => {
  const views = new Map<GroupId, ReturnType<typeof groupView>>()
  return (form: ReadonlyArray<Group>, said: Said): void => {
    for (const group of form) {
      const view = views.get(group.id) ?? groupView(group.id)
      if (!views.has(group.id)) root.append(view.root)
      views.set(group.id, view)
      view.update(group, said)
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
    update: (group: Group, { answerTo, issueOf }: Said): void => {
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
