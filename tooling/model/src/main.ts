import { type Scene, sessions } from "./cast/operations.ts"
import { scenes } from "./cast/scenes.ts"
import { explore } from "./explore/explore.ts"
import type { Bounds } from "./explore/State.ts"
import type { Event } from "./explore/Step.ts"
import { type Invariant, invariants } from "./invariants/all.ts"
import { settingsOf } from "./settings.ts"
import { story } from "./story.ts"
import type { Switch } from "./switches/Switch.ts"

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
  const { broken } = explore({ bounds, scene: bug.scene ?? sessions, bug }, (found) => [...found.keys()].some(isBugs))
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

const { bounds, bugs } = settingsOf(process.argv.slice(2))
const isAsExpected =
  bugs.length === 0
    ? scenes.map((scene) => held(bounds, scene)).every(Boolean)
    : bugs.every((bug) => isFound(bounds, bug))
process.exitCode = isAsExpected ? 0 : 1
