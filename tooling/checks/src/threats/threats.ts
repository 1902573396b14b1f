import { declaringFiles, symbolProblems } from "../symbols/symbols.ts"
import { text } from "../workspace/disk.ts"
import { tableRows } from "../workspace/markdown.ts"
import { type Shown, shownBy, testFiles } from "./testTitles.ts"

/** A threat, or a fault, with its mitigation: a row of docs/maintain/threats.md, which tests have in their titles. */
export type Threat = ReturnType<typeof threatsIn>[number]

/** Reads the threats of a page. */
export const threatsIn = (page: string) =>
  tableRows(page, "Row").map(({ cells: [row = "", attack = "", behaviour = "", notClaimed = ""] }) => ({
    row,
    attack,
    behaviour,
    notClaimed
  }))

/** Reads the vulnerabilities of comparable software, each with the threats that cover it here, which must have tests. */
export const advisoriesIn = (page: string) =>
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
  readonly advisories: ReturnType<typeof advisoriesIn>
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
    ...symbolProblems(symbols, declaring).map((problem) => `${PLACES}  place  ${row}: ${problem}`)
  ])

const PAGE = "docs/maintain/threats.md"
const PLACES = "docs/maintain/places.json"
const untested = (row: string) => `${PAGE}  threat  no test has ${row} in its title`
const unknown = (row: string, file: string) => `${file}  threat  a title names ${row}, which is not a row of ${PAGE}`
const uncovered = (id: string, row: string) =>
  `docs/maintain/advisories.md  advisory  ${id} depends on ${row}, which no test covers`
