import { filesBelow } from "../workspace/disk.ts"

/** The most words of all user pages, code included, with a bank, a KMS, a sign-in, apps, React Native, languages, log lines, OpenID, an account page. */
export const MOST_WORDS = 38_250 + 2_248 + 812 + 2_428 + 646 + 255 + 28 + 1_062 + 271

/** Pages that users read: README.md and docs/ without the pages for maintainers, generated pages and decisions. */
export const userPages = (): ReadonlyArray<string> => [
  "README.md",
  ...filesBelow("docs", ".md").filter((file) => !/^docs\/(?:maintain|generated|decisions)\//u.test(file))
]

/** The largest number of words in all pages for maintainers, code included. */
export const MOST_WORDS_FOR_MAINTAINERS = 60_000

/** Generated pages in which readers look one row up: the reference of users, and the reports from the field. */
const REFERENCE = [
  ...["accounts", "authority", "endpoints", "errors", "hosts", "machines", "options", "questions", "views"].map(
    (name) => `docs/generated/${name}.md`
  ),
  ...["docs/maintain/field.md", "docs/generated/simulation.md"]
]

/** Pages that maintainers read: CONTRIBUTING.md, the decisions, docs/maintain, and measurements. */
export const maintainerPages = (): ReadonlyArray<string> => [
  "CONTRIBUTING.md",
  ...["docs/decisions", "docs/maintain", "docs/generated"]
    .flatMap((folder) => filesBelow(folder, ".md"))
    .filter((file) => !REFERENCE.includes(file))
]
