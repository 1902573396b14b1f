import { isCalled, rowsIn, text } from "@countersign/checks"
import { transformSync } from "esbuild"
import type { Edit, Exempt } from "./edits.ts"
import { located, names, type Sabotage, type Tree } from "./located.ts"

/** Returns how often the text that an edit replaces occurs in its file. */
const occurrences = ({ file, find }: Sabotage): number => text(file).split(find).length - 1

/** Returns the text of the file with the edit applied. */
export const edited = ({ file, find, replace }: Sabotage): string => text(file).split(find).join(replace)

/** Returns whether the edited file is a module, and not a document. */
export const isScript = ({ file }: Sabotage): boolean => /\.[jt]s$/u.test(file)

/** The input of the check of the list of edits. */
export interface Listed {
  readonly edits: ReadonlyArray<Edit>
  readonly exempt: ReadonlyArray<Exempt>
  /** The symbols of docs/maintain/places.json by row. An exempt row has no others. */
  readonly places: Readonly<Record<string, ReadonlyArray<string>>>
  /** The row names of docs/maintain/threats.md. */
  readonly rows: ReadonlyArray<string>
  readonly tree: Tree
}

/** Checks the list without running it. Returns rows without an edit, outdated edits, and tests that omit their row. */
export const problemsOf = ({ edits, exempt, places, rows, tree }: Listed): ReadonlyArray<string> => [
  ...rows
    .filter((row) => !edits.some((edit) => edit.row === row) && !exempt.some((each) => each.row === row))
    .map((row) => `${row} has no edit that removes its defence, and no exemption`),
  ...exempt.flatMap(({ reason, row }) => [
    ...(rows.includes(row) ? [] : [`${row} is exempt but is not a row of docs/maintain/threats.md`]),
    ...(edits.some((edit) => edit.row === row) ? [`${row} is exempt but has an edit`] : []),
    ...(reason.length > 40 ? [] : [`${row} is exempt without a reason`]),
    ...(places[row] === undefined
      ? [`${row} is exempt, and docs/maintain/places.json names no place of its defence`]
      : [])
  ]),
  ...edits.flatMap((edit) => problemsOfEdit(edit, tree).map((problem) => `${edit.row} (${edit.removes}): ${problem}`))
]

const problemsOfEdit = (edit: Edit, tree: Tree): ReadonlyArray<string> => {
  const { place, row, tests } = edit
  const found = located(edit, tree)
  if ("problem" in found) return [found.problem]
  const count = occurrences(found)
  return [
    ...(rowsIn(row).length === 1 || /^F[A-Z]\d{1,2}$/u.test(row) ? [] : ["the row name is unknown"]),
    ...(count === 1
      ? []
      : [`the text to replace occurs ${count} times in ${found.file}, which ${place} names; update the edit`]),
    ...(edited(found) === text(found.file) ? ["the edit changes nothing"] : []),
    ...(!isScript(found) || parses(found) ? [] : ["the edited file does not parse"]),
    ...(tests.length > 0 ? [] : ["names no test file"]),
    ...tests.flatMap((test) => problemsOfTest(test, row, tree))
  ]
}

// Shared test suites are in separate files. The test files that import them run them.
const problemsOfTest = (test: string, row: string, { testFiles }: Tree): ReadonlyArray<string> => {
  const called = testFiles.filter(({ file }) => isCalled(file, test))
  const naming = testFiles.filter(({ titles }) => titles.some((title) => names(title, row)))
  if (called.length === 0) return [`no test file is called ${test}`]
  if (called.some((each) => naming.includes(each)) || naming.some(({ file }) => !/\.test\.tsx?$/u.test(file))) return []
  return [`no title in ${test} names the row`]
}

const parses = (sabotage: Sabotage): boolean => {
  try {
    transformSync(edited(sabotage), { loader: "ts" })
    return true
  } catch {
    return false
  }
}
