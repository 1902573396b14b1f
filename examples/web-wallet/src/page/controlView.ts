import type { Control } from "./Control.ts"
import { fieldView } from "./fieldView.ts"
import { radiosView } from "./radiosView.ts"

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

/** The id of the element that takes the focus of a control. */
export const focusIdOf = ({ input, path }: Control): string => (input.type === "radios" ? `${path}-0` : path)
