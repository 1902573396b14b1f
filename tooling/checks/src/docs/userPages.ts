import { filesBelow } from "../workspace/disk.ts"

/** The largest number of words in all user pages, code included. */
export const MOST_WORDS = 34_920

/** Pages that users read: README.md and docs/ without the pages for maintainers, generated pages and decisions. */
export const userPages = (): ReadonlyArray<string> => [
  "README.md",
  ...filesBelow("docs", ".md").filter((file) => !/^docs\/(?:maintain|generated|decisions)\//u.test(file))
]
