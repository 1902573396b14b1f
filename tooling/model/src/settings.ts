import { parseArgs } from "node:util"
import { START } from "./cast/cast.ts"
import type { Bounds } from "./explore/State.ts"
import type { Switch } from "./switches/Switch.ts"
import { switches } from "./switches/switches.ts"

/** What a run was asked for. */
export interface Settings {
  readonly bounds: Bounds
  /** The bugs to bring back, one after another; without any, the model is to hold. */
  readonly bugs: ReadonlyArray<Switch>
}

/** Reads the command line. Throws on what it does not understand. */
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
  if (values.without !== undefined && bugs.length === 0) throw new Error(`--without: nothing breaks ${values.without}`)
  return { bounds: { calls, atOnce: calls, until: whole("--until", values.until), ahead: values.fast ? 1 : -1 }, bugs }
}

const whole = (option: string, text: string): number => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${option} takes a number above 0, not ${text}`)
  return number
}
