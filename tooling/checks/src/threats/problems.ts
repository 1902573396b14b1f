import type { Advisory } from "./advisories/Advisory.ts"
import type { Shown } from "./shown.ts"
import type { Table, Threat } from "./Threat.ts"

export interface Coverage {
  readonly tables: ReadonlyArray<Table>
  readonly advisories: ReadonlyArray<Advisory>
  readonly shown: Shown
  /** Returns whether a file or folder exists at a path relative to the root. */
  readonly exists: (path: string) => boolean
}

/** Returns the problems that block a release: untested threats, tests of unknown threats, and missing files. */
export const threatProblems = ({ advisories, exists, shown, tables }: Coverage): ReadonlyArray<string> => {
  const rows = tables.flatMap((table) => table.rows)
  const names = new Set(rows.map(({ row }) => row))
  return [
    ...rows.filter((threat) => !shown.has(threat.row) && !isExplained(threat)).map(({ row }) => unshown(row)),
    ...rows.flatMap(({ row, where }) => where.filter((path) => !exists(path)).map((path) => gone(row, path))),
    ...[...shown].filter(([row]) => !names.has(row)).flatMap(([row, files]) => files.map((file) => unknown(row, file))),
    ...advisories.flatMap(({ id, rows: named }) =>
      named.filter((row) => !names.has(row) || !shown.has(row)).map((row) => untried(id, row))
    )
  ]
}

/** A reason must be a sentence. */
const isExplained = ({ untested = "" }: Threat): boolean => untested.length > 40

const PLACE = "tooling/checks/src/threats"
const unshown = (row: string) => `${PLACE}  threat  no test has ${row} in its title, and no reason is given`
const gone = (row: string, path: string) => `${PLACE}  threat  ${row} names the path ${path}, which does not exist`
const unknown = (row: string, file: string) =>
  `${file}  threat  a title names ${row}, which is not a row of docs/maintain/threats.md`
const untried = (id: string, row: string) => `${PLACE}  advisory  ${id} depends on ${row}, which no test covers`
