import type { Refusal } from "./Answer.ts"
import { type Control, controlAt } from "./Control.ts"

/** The words about each control, by its path. The first about it stand. */
export const placed = (controls: ReadonlyArray<Control>, said: ReadonlyArray<Refusal>): ReadonlyMap<string, string> => {
  const words = said.flatMap((each) => {
    const control = controlAt(controls, each)
    return control === undefined ? [] : [[control.path, each.message] as const]
  })
  return new Map(words.toReversed())
}
