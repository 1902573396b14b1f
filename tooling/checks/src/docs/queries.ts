import { text } from "../workspace/disk.ts"
import { generatedPage } from "./page.ts"

/** Prints the queries of `questions.sql` with its comments as text. */
export const queriesPage = (): string =>
  generatedPage(
    "Answer questions in SQL",
    text("adapters/postgres/questions.sql")
      .replaceAll(/^-- name: (\S+)\n([\s\S]*?;)$/gmu, "```sql run=$1\n$2\n```")
      .replaceAll(/^-- ?/gmu, "")
  )
