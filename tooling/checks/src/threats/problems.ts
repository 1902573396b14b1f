import type { Advisory } from "./advisories/Advisory.ts"
import type { Shown } from "./shown.ts"
import type { Table, Threat } from "./Threat.ts"

export interface Coverage {
  readonly tables: ReadonlyArray<Table>
  readonly advisories: ReadonlyArray<Advisory>
  readonly shown: Shown
  /** Whether there is a file or folder at a path from the root. */
  readonly exists: (path: string) => boolean
}

/** What keeps a release from being made: threats that nothing shows, tests of threats that are none, files that are gone. */
export const threatProblems = ({ advisories, exists, shown, tables }: Coverage): ReadonlyArray<string> => {
  const rows = tables.flatMap((table) => table.rows)
  const names = new Set(rows.map(({ row }) => row))
  return [
    ...rows.filter((threat) => !shown.has(threat.row) && !isExplained(threat)).map(({ row }) => unshown(row)),
    ...rows.flatMap(({ row, where }) => where.filter((path) => !exists(path)).map((path) => gone(row, path))),
    ...[...shown].filter(([row]) => !names.has(row)).flatMap(([row, files]) => files.map((file) => unknown(row, file))),
    ...advisories.flatMap(({ id, rows: held }) =>
      held.filter((row) => !names.has(row) || !shown.has(row)).map((row) => untried(id, row))
    )
  ]
}

/** A reason is a sentence: a word is an excuse. */
const isExplained = ({ untested = "" }: Threat): boolean => untested.length > 40

const PLACE = "tooling/checks/src/threats"
const unshown = (row: string) => `${PLACE}  threat  no test has ${row} in its title, and no reason is given`
const gone = (row: string, path: string) => `${PLACE}  threat  ${row} is said to live in ${path}, which is not there`
const unknown = (row: string, file: string) =>
  `${file}  threat  a title names ${row}, which is no row of docs/threats.md`
const untried = (id: string, row: string) => `${PLACE}  advisory  ${id} rests on ${row}, which no test shows`
