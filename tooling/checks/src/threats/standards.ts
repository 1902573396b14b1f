import { declaringFiles, symbolProblems } from "../symbols/symbols.ts"
import { quotedIn, tableRows } from "../workspace/markdown.ts"
import type { TestFile } from "./testTitles.ts"

/** Reads the requirements of standards, and the steps of WebAuthn ceremonies, from docs/maintain/standards.md. */
export const requirementsIn = (page: string) =>
  tableRows(page, "Number", "Step").map(({ cells, columns, heading }) => {
    const [number = "", rule = "", implementation = ""] = cells
    const evidence = cells.at(-1) ?? ""
    const [names = ""] = NAMES.exec(evidence) ?? []
    return {
      /** The heading of its table: the standard, or the ceremony. */
      title: heading,
      number,
      rule,
      implementation,
      /** The symbols of the implementation. A requirement of a ceremony has them. */
      places: quotedIn(cells[columns.indexOf("Where")] ?? ""),
      /** The tests that cover it: names of threats or invariants, or words of a test title. */
      shownBy: [...names.split(" "), ...Array.from(evidence.matchAll(TITLE), ([, words = ""]) => words)].filter(
        (words) => words !== ""
      ),
      /** The reason why no test covers it, or why it is not met. */
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
  requirements: ReturnType<typeof requirementsIn>,
  files: ReadonlyArray<TestFile>,
  declaring = declaringFiles()
): ReadonlyArray<string> =>
  requirements.flatMap(({ number, places, reason, shownBy, title }) =>
    [
      ...(shownBy.length === 0 && reason.length <= 40 ? ["no test covers it, and no reason is given"] : []),
      ...shownBy
        .filter((words) => filesThatShow(files, words).length === 0)
        .map((words) => `no test has ${JSON.stringify(words)} in its title`),
      ...symbolProblems(places, declaring)
    ].map((problem) => `docs/maintain/standards.md  standard  ${title}, ${number}: ${problem}`)
  )

/** Returns the test files with a title that contains these words: a row or invariant name, or part of the title. */
export const filesThatShow = (files: ReadonlyArray<TestFile>, words: string): ReadonlyArray<string> => {
  const named = /^[A-Z]\d{1,2}$/u.test(words) ? new RegExp(`\\b${words}\\b`, "u") : undefined
  return files
    .filter(({ titles }) => titles.some((title) => named?.test(title) ?? title.includes(words)))
    .map(({ file }) => file)
}
