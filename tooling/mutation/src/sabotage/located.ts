import { declaringFiles, type Found, fileOf, isCalled, testFiles } from "@countersign/checks"
import type { Edit } from "./edits.ts"

/** An edit with the files of today's tree. */
export interface Sabotage extends Omit<Edit, "tests"> {
  /** The edited file, relative to the repository root. */
  readonly file: string
  /** Test files whose titles name the row. */
  readonly tests: ReadonlyArray<string>
}

export type Tree = ReturnType<typeof treeOf>

/** Reads the sources and tests of this tree. `find` returns the file of a symbol. */
export const treeOf = () => {
  const declaring = declaringFiles()
  return { find: (symbol: string): Found => fileOf(symbol, declaring), testFiles: testFiles() }
}

/** Returns the edit with its file and its test files, of which those count that name the row where any does. */
export const located = (edit: Edit, { find, testFiles }: Tree): Sabotage | { readonly problem: string } => {
  const found = find(edit.place)
  if ("problem" in found) return found
  const tests = edit.tests.flatMap((name) => {
    const called = testFiles.filter(({ file }) => isCalled(file, name))
    const naming = called.filter(({ titles }) => titles.some((title) => names(title, edit.row)))
    return (naming.length > 0 ? naming : called).map(({ file }) => file)
  })
  return { ...edit, file: found.file, tests }
}

/** Returns whether a test title names a row. */
export const names = (title: string, row: string): boolean => new RegExp(`\\b${row}\\b`, "u").test(title)

/** Returns every edit with its files. Throws an error that names an edit whose symbol has no file. */
export const allLocated = (edits: ReadonlyArray<Edit>, tree: Tree = treeOf()): ReadonlyArray<Sabotage> =>
  edits.map((edit) => {
    const found = located(edit, tree)
    if ("problem" in found) throw new Error(`${edit.row} (${edit.removes}): ${found.problem}`)
    return found
  })
