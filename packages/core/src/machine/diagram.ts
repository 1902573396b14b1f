import type { Drawn } from "./Machine.ts"

/** Prints a machine as a Mermaid state diagram: an arrow per cell, a final mark on each state no event leaves. */
export const toMermaid = (machine: Drawn): string =>
  [
    "stateDiagram-v2",
    `  [*] --> ${machine.begins}`,
    ...machine.edges.map((edge) => `  ${edge.from} --> ${edge.to}: ${edge.on}`),
    ...machine.states.filter((state) => isFinal(machine, state)).map((state) => `  ${state} --> [*]`)
  ].join("\n")

/** Prints a machine as a Markdown table: a row per state, a column per event, an empty cell where the event is illegal. */
export const toMarkdownTable = (machine: Drawn): string => {
  const events = [...new Set(machine.edges.map((edge) => edge.on))]
  const row = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
  const target = (state: string, event: string) =>
    machine.edges.find((edge) => edge.from === state && edge.on === event)?.to ?? ""
  return [
    row(["State", ...events]),
    row(["---", ...events.map(() => "---")]),
    ...machine.states.map((state) => row([`**${state}**`, ...events.map((event) => target(state, event))]))
  ].join("\n")
}

const isFinal = (machine: Drawn, state: string) => machine.edges.every((edge) => edge.from !== state)
