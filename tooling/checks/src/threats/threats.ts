import { basename, posix } from "node:path"
import { text } from "../workspace/disk.ts"
import { tableRows, withCell } from "../workspace/markdownTables.ts"
import { type Shown, shownBy } from "./shown.ts"
import { testFiles } from "./testTitles.ts"

/** A threat: an attack or a fault, with its mitigation. Each is a row of docs/maintain/threats.md. */
export interface Threat {
  /** The letter of its table and its number in it. Tests have this name in their titles. */
  readonly row: string
  readonly attack: string
  /** The mitigation, in one sentence. */
  readonly behaviour: string
  /** The links to the code that implements the mitigation. */
  readonly where: string
  /** The reason why no test covers the threat. */
  readonly untested: string | undefined
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
  tableRows(page, "Row").map(
    ({ cells: [row = "", attack = "", behaviour = "", where = "", tests = "", notClaimed = ""] }) => ({
      row,
      attack,
      behaviour,
      where,
      untested: tests.startsWith(UNTESTED) ? tests.slice(UNTESTED.length) : undefined,
      notClaimed
    })
  )

const UNTESTED = "not by a test: "

/** Reads the advisories of a page. */
export const advisoriesIn = (page: string): ReadonlyArray<Advisory> =>
  tableRows(page, "Advisory").map(({ cells }) => ({ id: cells[0] ?? "", rows: cells.at(-1)?.split(" ") ?? [] }))

/** Returns the page with the tests that name each row in the column "Tests". The reason of an untested row stays. */
export const withTests = (page: string, shown: Shown): string =>
  tableRows(page, "Row").reduce((printed, row) => {
    const [name = "", , , , before = ""] = row.cells
    const files = shown.get(name)
    const reason = before.startsWith(UNTESTED) ? before : UNTESTED
    return withCell(printed, row, "Tests", files === undefined ? reason : files.map(link).join(", "))
  }, page)

/** Returns a link from a page of docs/maintain to a path relative to the root. */
export const link = (path: string): string => `[\`${basename(path)}\`](${posix.relative("docs/maintain", path)})`

/** The tests of this repository and the rows their titles name. Importing this module reads the test files. */
export const files = testFiles()
export const shown = shownBy(files)

export const threats = threatsIn(text("docs/maintain/threats.md"))
export const advisories = advisoriesIn(text("docs/maintain/advisories.md"))

interface Coverage {
  readonly threats: ReadonlyArray<Threat>
  readonly advisories: ReadonlyArray<Advisory>
  readonly shown: Shown
}

/** Returns the problems that block a release: untested threats, and tests and advisories of unknown threats. */
export const threatProblems = ({ advisories, shown, threats }: Coverage): ReadonlyArray<string> => {
  const names = new Set(threats.map(({ row }) => row))
  return [
    ...threats.filter((threat) => !shown.has(threat.row) && !isExplained(threat)).map(({ row }) => untested(row)),
    ...[...shown].filter(([row]) => !names.has(row)).flatMap(([row, files]) => files.map((file) => unknown(row, file))),
    ...advisories.flatMap(({ id, rows: named }) =>
      named.filter((row) => !names.has(row) || !shown.has(row)).map((row) => uncovered(id, row))
    )
  ]
}

/** A reason must be a sentence. */
const isExplained = ({ untested = "" }: Threat): boolean => untested.length > 40

const PAGE = "docs/maintain/threats.md"
const untested = (row: string) => `${PAGE}  threat  no test has ${row} in its title, and no reason is given`
const unknown = (row: string, file: string) => `${file}  threat  a title names ${row}, which is not a row of ${PAGE}`
const uncovered = (id: string, row: string) =>
  `docs/maintain/advisories.md  advisory  ${id} depends on ${row}, which no test covers`
