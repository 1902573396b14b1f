import { posix } from "node:path"
import { text } from "../workspace/disk.ts"
import { tableRows } from "../workspace/markdownTables.ts"

const PAGE = "docs/maintain/questions.md"

/** Questions of a reader. `answer` is a page and an anchor. `terms` are the words that the answer must contain. */
export const questions = tableRows(text(PAGE), "Question").map(({ cells: [question = "", link = "", terms = ""] }) => ({
  question,
  answer: posix.join(posix.dirname(PAGE), /\]\(([^)]+)\)/u.exec(link)?.[1] ?? ""),
  terms: Array.from(terms.matchAll(/`([^`]+)`/gu), ([, term = ""]) => term)
}))
