import { isThere, rowsIn, type TestFile, text } from "@countersign/checks"
import { transformSync } from "esbuild"
import type { Exempt, Sabotage } from "./edits.ts"

/** Returns how often the text that an edit replaces occurs in its file. */
const occurrences = ({ file, find }: Sabotage): number => text(file).split(find).length - 1

/** Returns the text of the file with the edit applied. */
export const edited = ({ file, find, replace }: Sabotage): string => text(file).split(find).join(replace)

/** Returns whether the edited file is a module, and not a document. */
export const isScript = ({ file }: Sabotage): boolean => /\.[jt]s$/u.test(file)

/** The input of the check of the list of edits. */
export interface Listed {
  readonly edits: ReadonlyArray<Sabotage>
  readonly exempt: ReadonlyArray<Exempt>
  /** The row names of docs/maintain/threats.md. */
  readonly rows: ReadonlyArray<string>
  readonly testFiles: ReadonlyArray<TestFile>
}

/** Checks the list without running it. Returns rows without an edit, outdated edits, and tests that omit their row. */
export const problemsOf = ({ edits, exempt, rows, testFiles }: Listed): ReadonlyArray<string> => {
  const titles = new Map(testFiles.map(({ file, titles }) => [file, titles]))
  const names = (file: string, row: string) =>
    (titles.get(file) ?? []).some((title) => new RegExp(`\\b${row}\\b`, "u").test(title))
  // Shared test suites are in separate files. The test files that import them run them.
  const isNamed = (file: string, row: string): boolean =>
    names(file, row) || testFiles.some((each) => names(each.file, row) && !/\.test\.tsx?$/u.test(each.file))
  return [
    ...rows
      .filter((row) => !edits.some((edit) => edit.row === row) && !exempt.some((each) => each.row === row))
      .map((row) => `${row} has no edit that removes its defence, and no exemption`),
    ...exempt.flatMap(({ reason, row }) => [
      ...(rows.includes(row) ? [] : [`${row} is exempt but is not a row of docs/maintain/threats.md`]),
      ...(edits.some((edit) => edit.row === row) ? [`${row} is exempt but has an edit`] : []),
      ...(reason.length > 40 ? [] : [`${row} is exempt without a reason`])
    ]),
    ...edits.flatMap((edit) => {
      const { file, removes, row, tests } = edit
      const at = `${row} (${removes}): `
      if (!isThere(file)) return [`${at}${file} does not exist`]
      const count = occurrences(edit)
      return [
        ...(rowsIn(row).length === 1 || /^F[A-Z]\d{1,2}$/u.test(row) ? [] : [`${at}the row name is unknown`]),
        ...(count === 1 ? [] : [`${at}the text to replace occurs ${count} times in ${file}; update the edit`]),
        ...(edited(edit) === text(file) ? [`${at}the edit changes nothing`] : []),
        ...(!isScript(edit) || parses(edit) ? [] : [`${at}the edited file does not parse`]),
        ...(tests.length > 0 ? [] : [`${at}names no test file`]),
        ...tests.flatMap((test) =>
          !isThere(test)
            ? [`${at}${test} does not exist`]
            : isNamed(test, row)
              ? []
              : [`${at}no title in ${test} names the row`]
        )
      ]
    })
  ]
}

const parses = (edit: Sabotage): boolean => {
  try {
    transformSync(edited(edit), { loader: "ts" })
    return true
  } catch {
    return false
  }
}
