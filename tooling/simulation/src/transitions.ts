import { machines } from "@countersign/core/internal"
import type { Sabotage } from "@countersign/mutation/sabotage/located"

/** All transitions, as runs count them. */
export const transitions = machines.flatMap(({ edges, name }) => edges.map(({ from, on }) => `${name} ${from} ${on}`))

const STEP = "countersignStep"

/** An edit by which the state machines of a process report each step, so that the library counts nothing itself. */
export const reportingSteps: Sabotage = {
  row: "coverage",
  removes: "nothing",
  place: "IllegalTransition",
  file: "packages/core/src/machine/Machine.ts",
  find: "  const cell = rows.get(state)?.get(event)\n",
  replace: `  const cell = rows.get(state)?.get(event)\n  if (cell !== undefined) globalThis.${STEP}?.(machine, state, event)\n`,
  tests: []
}

/** Calls `count` with each step that a machine takes from now on, if the process has {@link reportingSteps}. */
export const onStep = (count: (transition: string) => void): void => {
  Object.assign(globalThis, {
    [STEP]: (machine: string, state: string, event: string) => count(`${machine} ${state} ${event}`)
  })
}
