import { declaringFiles, fileOf } from "../symbols/symbols.ts"
import { text } from "../workspace/disk.ts"
import { tableRows } from "../workspace/markdownTables.ts"
import { type Shown, shownBy } from "./shown.ts"
import { testFiles } from "./testTitles.ts"

/** A threat: an attack or a fault, with its mitigation. Each is a row of docs/maintain/threats.md. */
export interface Threat {
  /** The letter of its table and its number in it. Tests have this name in their titles. */
  readonly row: string
  readonly attack: string
  /** The mitigation, in one sentence. */
  readonly behaviour: string
  readonly notClaimed: string
}

/** A vulnerability of comparable software. Each is a row of docs/maintain/advisories.md. */
export interface Advisory {
  readonly id: string
  /** The threats that cover it here. Each must have a test. */
  readonly rows: ReadonlyArray<string>
}

/** Reads the threats of a page. */
export const threatsIn = (page: string): ReadonlyArray<Threat> =>
  tableRows(page, "Row").map(({ cells: [row = "", attack = "", behaviour = "", notClaimed = ""] }) => ({
    row,
    attack,
    behaviour,
    notClaimed
  }))

/** Reads the advisories of a page. */
export const advisoriesIn = (page: string): ReadonlyArray<Advisory> =>
  tableRows(page, "Advisory").map(({ cells }) => ({ id: cells[0] ?? "", rows: cells.at(-1)?.split(" ") ?? [] }))

/** The tests of this repository and the rows their titles name. Importing this module reads the test files. */
export const files = testFiles()
export const shown = shownBy(files)

export const threats = threatsIn(text("docs/maintain/threats.md"))
export const advisories = advisoriesIn(text("docs/maintain/advisories.md"))

/** The symbols of each row's mitigation beside those that its edits remove, as `fileOf` reads them. */
export type Places = Readonly<Record<string, ReadonlyArray<string>>>

export const places: Places = JSON.parse(text("docs/maintain/places.json"))

interface Coverage {
  readonly threats: ReadonlyArray<Threat>
  readonly advisories: ReadonlyArray<Advisory>
  readonly shown: Shown
}

/** Returns the problems that block a release: untested threats, and tests and advisories of unknown threats. */
export const threatProblems = ({ advisories, shown, threats }: Coverage): ReadonlyArray<string> => {
  const names = new Set(threats.map(({ row }) => row))
  return [
    ...threats.filter(({ row }) => !shown.has(row)).map(({ row }) => untested(row)),
    ...[...shown].filter(([row]) => !names.has(row)).flatMap(([row, files]) => files.map((file) => unknown(row, file))),
    ...advisories.flatMap(({ id, rows: named }) =>
      named.filter((row) => !names.has(row) || !shown.has(row)).map((row) => uncovered(id, row))
    )
  ]
}

/** Returns the places of unknown rows, and those whose symbol names no file or several. */
export const placeProblems = (
  threats: ReadonlyArray<Threat>,
  places: Places,
  declaring = declaringFiles()
): ReadonlyArray<string> =>
  Object.entries(places).flatMap(([row, symbols]) => [
    ...(threats.some((threat) => threat.row === row) ? [] : [`${PLACES}  place  ${row} is not a row of ${PAGE}`]),
    ...symbols.flatMap((symbol) => {
      const found = fileOf(symbol, declaring)
      return "problem" in found ? [`${PLACES}  place  ${row}: ${found.problem}`] : []
    })
  ])

const PAGE = "docs/maintain/threats.md"
const PLACES = "docs/maintain/places.json"
const untested = (row: string) => `${PAGE}  threat  no test has ${row} in its title`
const unknown = (row: string, file: string) => `${file}  threat  a title names ${row}, which is not a row of ${PAGE}`
const uncovered = (id: string, row: string) =>
  `docs/maintain/advisories.md  advisory  ${id} depends on ${row}, which no test covers`
