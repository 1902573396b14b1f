import { generatedPage } from "../docs/page.ts"
import { table } from "../workspace/markdown.ts"
import { columnsOf } from "./sql.ts"
import { PLACE, RECORDS, views } from "./views.ts"

/** Prints the reference of the views. */
export const viewsPage = (): string =>
  generatedPage(
    "Views",
    INTRODUCTION,
    ...[
      ...views.map((view) => ({ ...view, columns: columnsOf(view) })),
      { ...RECORDS, columns: [...PLACE, ...RECORDS.columns] }
    ].map(
      ({ columns, name, says }) =>
        `## v1_${name}\n\n${says}.\n\n${table(
          ["Column", "Type", "Meaning"],
          columns.map(({ name, says, type }) => [`\`${name}\``, type, says])
        )}\n`
    )
  )

const INTRODUCTION = `The read-only views of a database, for questions in SQL: [questions.md](questions.md) has examples. No view has a key, a code, a
digest, a token or an encrypted text. A value that a newer version wrote in another form is null. A view does not change within its
version: a column may be added at its end.
`
