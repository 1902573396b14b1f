import { filesBelow } from "../workspace/disk.ts"

/** The largest number of words in all user pages, code included. */
export const MOST_WORDS = 38_520

/** Pages that users read: README.md and docs/ without the pages for maintainers, generated pages and decisions. */
export const userPages = (): ReadonlyArray<string> => [
  "README.md",
  ...filesBelow("docs", ".md").filter((file) => !/^docs\/(?:maintain|generated|decisions)\//u.test(file))
]

/** The largest number of words in all pages for maintainers, without the code of their blocks. */
export const MOST_WORDS_FOR_MAINTAINERS = 60_000

/** Generated pages that are the reference of users. The others are for maintainers. */
const REFERENCE = ["accounts", "authority", "endpoints", "errors", "hosts", "machines", "options"].map(
  (name) => `docs/generated/${name}.md`
)

/** Pages that maintainers read: CONTRIBUTING.md, SECURITY.md, decisions, docs/maintain, and measurements. */
export const maintainerPages = (): ReadonlyArray<string> => [
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...["docs/decisions", "docs/maintain", "docs/generated"]
    .flatMap((folder) => filesBelow(folder, ".md"))
    .filter((file) => !REFERENCE.includes(file))
]

/** Returns the number of words of a page outside its blocks of code. A mark of a table is no word. */
export const proseWordsOf = (page: string): number =>
  page
    .replaceAll(/^(```+)[^\n]*\n.*?^\1$/gmsu, "")
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
