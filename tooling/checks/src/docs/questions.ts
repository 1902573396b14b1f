import { posix } from "node:path"
import { text } from "../workspace/disk.ts"
import { quotedIn, tableRows } from "../workspace/markdown.ts"

const PAGE = "docs/maintain/questions.md"

/** Questions of a reader. `answer` is a page and an anchor. `terms` are the words that the answer must contain. */
export const questions = tableRows(text(PAGE), "Question").map(({ cells: [question = "", link = "", terms = ""] }) => ({
  question,
  answer: posix.join(posix.dirname(PAGE), /\]\(([^)]+)\)/u.exec(link)?.[1] ?? ""),
  terms: quotedIn(terms)
}))
