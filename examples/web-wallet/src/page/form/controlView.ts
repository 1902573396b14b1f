import type { Control } from "./Control.ts"
import { fieldView } from "./fieldView.ts"
import type { ControlView } from "./parts.ts"
import { radiosView } from "./radiosView.ts"

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
