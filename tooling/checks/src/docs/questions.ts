import { posix } from "node:path"
import { text } from "../workspace/disk.ts"
import { quotedIn, tableRows } from "../workspace/markdown.ts"

const PAGES = ["docs/maintain/questions.md", "tooling/checks/tables/questions.md"]

/** Questions of a reader. `answer` is a page and an anchor. `terms` are the words that the answer must contain. */
export const questions = PAGES.flatMap((list) =>
  tableRows(text(list), "Question").map(({ cells: [question = "", link = "", terms = ""] }) => {
    const answer = posix.join(posix.dirname(list), /\]\(([^)]+)\)/u.exec(link)?.[1] ?? "")
    return { list, question, answer, terms: quotedIn(terms) }
  })
)
