import type { Threat } from "@countersign/checks"
import type { Edit, Exempt } from "../sabotage/edits.ts"
import { names, type Tree } from "../sabotage/located.ts"
import { type Detected, nameOf, UNDETECTED } from "../sabotage/record.ts"

/** All that the tree says of its threats. */
export interface Known extends Tree {
  readonly threats: ReadonlyArray<Threat>
  readonly places: Readonly<Record<string, ReadonlyArray<string>>>
  readonly edits: ReadonlyArray<Edit>
  readonly exempt: ReadonlyArray<Exempt>
  readonly detected: Detected
}

/** Prints a threat with the files of its defence, the edits that remove it, and the tests that name it. */
export const printed = (row: string, known: Known): string => {
  const threat = known.threats.find((each) => each.row === row)
  if (threat === undefined) throw new Error(`Usage: ${row} is not a row of docs/maintain/threats.md`)
  const edits = known.edits.filter((edit) => edit.row === row)
  const symbols = new Set([...edits.map(({ place }) => place), ...(known.places[row] ?? [])])
  const tests = known.testFiles.filter(({ titles }) => titles.some((title) => names(title, row)))
  const lists: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["Places", Array.from(symbols, (symbol) => `${symbol}  ${fileOf(symbol, known)}`)],
    ["Removed", edits.map((edit) => `${edit.removes}  ${known.detected[nameOf(edit)] ?? "not run"}`)],
    ["No edit", known.exempt.filter((each) => each.row === row).map(({ reason }) => reason)],
    ["Tests", tests.map(({ file }) => file)]
  ]
  return [
    `${row}  ${threat.attack}`,
    `  Behaviour: ${threat.behaviour}`,
    `  Not claimed: ${threat.notClaimed}`,
    ...lists.flatMap(([head, lines]) =>
      lines.length === 0 ? [] : [`  ${head}:`, ...lines.map((line) => `    ${line}`)]
    ),
    ""
  ].join("\n")
}

const fileOf = (symbol: string, { find }: Known): string => {
  const found = find(symbol)
  return "problem" in found ? found.problem : found.file
}

/** Prints the number of rows and edits, and the edits that no test detected. */
export const summary = ({ detected, edits, exempt, threats }: Known): string => {
  const runs = edits.map((edit) => ({ name: nameOf(edit), test: detected[nameOf(edit)] ?? "not run" }))
  const open = runs.filter(({ test }) => test === "not run" || test === UNDETECTED)
  return [
    `${threats.length} threats, ${edits.length} edits, ${exempt.length} rows without an edit`,
    `${edits.length - open.length} edits detected by their last run`,
    ...open.map(({ name, test }) => `${test}: ${name}`),
    ""
  ].join("\n")
}
