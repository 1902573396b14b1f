import { parseArgs } from "node:util"
import { START } from "./cast/cast.ts"
import type { Scene } from "./cast/operations.ts"
import { scenes } from "./cast/scenes.ts"
import { explore } from "./explore/explore.ts"
import type { Bounds } from "./explore/State.ts"
import type { Event } from "./explore/Step.ts"
import { invariants } from "./invariants/all.ts"
import type { Invariant } from "./invariants/invariants.ts"
import { story } from "./story.ts"
import type { Switch } from "./switches/Switch.ts"
import { switches } from "./switches/switches.ts"

const write = (...lines: ReadonlyArray<string>): void => {
  process.stdout.write(`${lines.join("\n")}\n`)
}

/** Explores all states. Returns false if a step breaks an invariant. */
const held = (bounds: Bounds, scene: Scene): boolean => {
  const began = performance.now()
  const explored = explore({ bounds, scene })
  write(
    `The scene of ${scene.name}: ${explored.states} states, ${explored.transitions} transitions, ${explored.depth} steps deep,`,
    `${seconds(began)} s`,
    ...invariants.map(
      (invariant) => `${invariant.name} ${explored.broken.has(invariant) ? "BROKEN" : "preserved"}: ${invariant.says}`
    ),
    ...[...explored.ends].sort().map(([end, times]) => `  ${end}, ${times} times`)
  )
  for (const [invariant, events] of explored.broken) report(invariant, events)
  return explored.broken.size === 0
}

/** Prints the shortest counterexample for a bug. Returns false if it finds no counterexample. */
const isFound = (bounds: Bounds, bug: Switch): boolean => {
  const isBugs = ({ name }: Invariant) => name === bug.invariant
  const { broken } = explore({ bounds, scene: bug.scene, bug }, (found) => [...found.keys()].some(isBugs))
  write(`Without ${bug.invariant}: ${bug.says}.`)
  for (const [invariant, events] of broken) if (isBugs(invariant)) report(invariant, events)
  const others = [...broken.keys()].filter((invariant) => !isBugs(invariant)).map(({ name }) => name)
  if (others.length > 0) write(`No later it breaks ${others.join(", ")}.`)
  if (broken.size === 0) write("It breaks no invariant within these bounds.")
  write("")
  return broken.size > 0
}

const report = ({ name, says }: Invariant, events: ReadonlyArray<Event>): void =>
  write(`${name} is broken after ${events.length} steps: ${says}`, ...story(events))

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)

/** Parses the command line: the bounds, and the bugs to introduce one at a time. Throws on unknown options and invalid values. */
const settingsOf = (args: ReadonlyArray<string>) => {
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
  const until = whole("--until", values.until)
  const bounds: Bounds = { calls, atOnce: calls, until, ahead: values.fast ? 1 : -1 }
  return { bounds, bugs }
}

const whole = (option: string, text: string): number => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${option} takes a number above 0, but got ${text}`)
  return number
}

const { bounds, bugs } = settingsOf(process.argv.slice(2))
const isAsExpected =
  bugs.length === 0
    ? scenes.map((scene) => held(bounds, scene)).every(Boolean)
    : bugs.every((bug) => isFound(bounds, bug))
process.exitCode = isAsExpected ? 0 : 1
