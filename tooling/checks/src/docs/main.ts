import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brokenLinks } from "../links/links.ts"
import { packageReadmeProblems } from "../readme/packageReadmes.ts"
import { ceremonies } from "../standards/ceremonies.ts"
import { standardProblems } from "../standards/Requirement.ts"
import { standards } from "../standards/standards.ts"
import type { Advisory } from "../threats/advisories/Advisory.ts"
import { advisories } from "../threats/advisories.ts"
import type { Shown } from "../threats/shown.ts"
import { shown, type Table, type Threat, files as testFiles } from "../threats/Threat.ts"
import { tables } from "../threats/tables.ts"
import { filesBelow, isThere, root, text } from "../workspace/disk.ts"
import { collections, generatedFolders, generators, measuredFiles, sources } from "./generators.ts"
import { missingPages } from "./pages.ts"

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

/** Names the files whose text on disk is not what the code prints. */
export const drift = (
  printed: ReadonlyMap<string, string>,
  onDisk: ReadonlyMap<string, string>
): ReadonlyArray<string> =>
  [...printed]
    .filter(([file, text]) => onDisk.get(file) !== text)
    .map(([file]) => `${file}  drift  the code prints something else: npm run docs`)

/** Names the files on disk that no generator prints. */
export const strays = (files: ReadonlySet<string>, onDisk: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  [...onDisk.keys()]
    .filter((file) => !files.has(file))
    .map((file) => `${file}  drift  no generator prints this file: delete it`)

const printed = new Map<string, string>()
const problems: Array<string> = []

const attempt = async (place: string, print: () => Promise<void>): Promise<void> => {
  try {
    await print()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    problems.push(`${place}  render  ${message.replace(/\s+/gu, " ")}`)
  }
}

const isOfSources = process.argv.includes("--sources")
for (const { file, render } of isOfSources ? sources : [...sources, ...generators]) {
  await attempt(file, async () => void printed.set(file, await render()))
}
for (const { folder, render } of isOfSources ? [] : collections) {
  await attempt(folder, async () => {
    for (const [file, content] of await render()) printed.set(`${folder}/${file}`, content)
  })
}

if (process.argv.includes("--check")) {
  const folders = [...generatedFolders, ...collections.map(({ folder }) => folder)]
  const kept = new Set([...folders.flatMap((folder) => filesBelow(folder, "")), ...printed.keys()])
  const onDisk = new Map([...kept].filter(isThere).map((path) => [path, text(path)]))
  const files = new Set([...generators.map(({ file }) => file), ...printed.keys(), ...measuredFiles])
  problems.push(...drift(printed, onDisk), ...strays(files, onDisk))
  problems.push(...brokenLinks(), ...missingPages(filesBelow("docs", ".md")), ...packageReadmeProblems())
  problems.push(...threatProblems({ tables, advisories, shown, exists: isThere }))
  problems.push(...standardProblems({ standards, ceremonies, files: testFiles, exists: isThere }))
} else {
  for (const [path, content] of printed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`docs: ${printed.size} generated files and every relative link are in order`)
