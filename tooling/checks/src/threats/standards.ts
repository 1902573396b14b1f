import { declaringFiles, fileOf } from "../symbols/symbols.ts"
import { tableRows } from "../workspace/markdownTables.ts"
import type { TestFile } from "./testTitles.ts"

/** A requirement of a standard, or a step of a WebAuthn ceremony. Each is a row of docs/maintain/standards.md. */
export interface Requirement {
  /** The heading of its table: the standard, or the ceremony. */
  readonly title: string
  /** The number of the requirement in its standard. */
  readonly number: string
  readonly rule: string
  readonly implementation: string
  /** The symbols of the implementation. A requirement of a ceremony has them. */
  readonly places: ReadonlyArray<string>
  /** The tests that cover it: names of threats or invariants, or words of a test title. */
  readonly shownBy: ReadonlyArray<string>
  /** The reason why no test covers it, or why it is not met. */
  readonly reason: string
}

/** Reads the requirements of a page. */
export const requirementsIn = (page: string): ReadonlyArray<Requirement> =>
  tableRows(page, "Number", "Step").map(({ cells, columns, heading }) => {
    const [number = "", rule = "", implementation = ""] = cells
    const evidence = cells.at(-1) ?? ""
    const [names = ""] = NAMES.exec(evidence) ?? []
    return {
      title: heading,
      number,
      rule,
      implementation,
      places: Array.from((cells[columns.indexOf("Where")] ?? "").matchAll(/`([^`]+)`/gu), ([, symbol = ""]) => symbol),
      shownBy: [...names.split(" "), ...Array.from(evidence.matchAll(TITLE), ([, words = ""]) => words)].filter(
        (words) => words !== ""
      ),
      reason: evidence
        .slice(names.length)
        .replaceAll(TITLE, "")
        .replace(/^[; ]+/u, "")
    }
  })

const NAMES = /^(?:[A-Z]\d{1,2} ?\b)*/u
/** Words of a test title. */
const TITLE = /“([^”]+)”/gu

/** Returns the requirements without a test or a reason, and the tests and places that do not exist. */
export const standardProblems = (
  requirements: ReadonlyArray<Requirement>,
  files: ReadonlyArray<TestFile>,
  declaring = declaringFiles()
): ReadonlyArray<string> =>
  requirements.flatMap(({ number, places, reason, shownBy, title }) => [
    ...(shownBy.length === 0 && reason.length <= 40
      ? [`${PAGE}  standard  ${title}, ${number}: no test covers it, and no reason is given`]
      : []),
    ...shownBy
      .filter((words) => filesThatShow(files, words).length === 0)
      .map((words) => `${PAGE}  standard  ${title}, ${number}: no test has ${JSON.stringify(words)} in its title`),
    ...places.flatMap((symbol) => {
      const found = fileOf(symbol, declaring)
      return "problem" in found ? [`${PAGE}  standard  ${title}, ${number}: ${found.problem}`] : []
    })
  ])

const PAGE = "docs/maintain/standards.md"

/** Returns the test files with a title that contains these words: a row or invariant name, or part of the title. */
export const filesThatShow = (files: ReadonlyArray<TestFile>, words: string): ReadonlyArray<string> => {
  const named = /^[A-Z]\d{1,2}$/u.test(words) ? new RegExp(`\\b${words}\\b`, "u") : undefined
  return files
    .filter(({ titles }) => titles.some((title) => named?.test(title) ?? title.includes(words)))
    .map(({ file }) => file)
}
