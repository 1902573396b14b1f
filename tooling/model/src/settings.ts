import { parseArgs } from "node:util"
import { START } from "./cast/cast.ts"
import type { Bounds } from "./explore/State.ts"
import type { Switch } from "./switches/Switch.ts"
import { switches } from "./switches/switches.ts"

export interface Settings {
  readonly bounds: Bounds
  /** The bugs to introduce, one at a time. If empty, the model must have no violation. */
  readonly bugs: ReadonlyArray<Switch>
}

/** Parses the command line. Throws on unknown options and invalid values. */
export const settingsOf = (args: ReadonlyArray<string>): Settings => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      calls: { type: "string", default: "2" },
      until: { type: "string", default: String(START + 2) },
      fast: { type: "boolean", default: false },
      without: { type: "string" }
    }
  })
  const calls = whole("--calls", values.calls)
  const bugs = switches.filter(({ invariant }) => invariant === values.without)
  if (values.without !== undefined && bugs.length === 0)
    throw new Error(`--without: there is no bug for ${values.without}`)
  return { bounds: { calls, atOnce: calls, until: whole("--until", values.until), ahead: values.fast ? 1 : -1 }, bugs }
}

const whole = (option: string, text: string): number => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${option} takes a number above 0, but got ${text}`)
  return number
}
