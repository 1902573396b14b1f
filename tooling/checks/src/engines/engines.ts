import { text } from "../workspace/disk.ts"
import { generatedPage, table, tableRows } from "../workspace/markdown.ts"
import { features, requireUsed } from "./features.ts"
import { sentStatements } from "./statements.ts"

const TABLES = "tooling/checks/tables/engines.md"

const tables = text(TABLES)

/** The findings of an engine by feature. */
const findingsOf = (engine: string) =>
  tableRows(tables, "Feature")
    .filter(({ heading }) => heading === engine)
    .map(({ cells: [feature = "", is = "", says = "", page = ""] }) => {
      const [, title] = features.find(([name]) => name === feature) ?? []
      const cell = CELLS[is]
      if (title === undefined || cell === undefined) throw new Error(`${TABLES}: ${engine} has a wrong row ${feature}`)
      return { title, is, cell, says, page }
    })

const CELLS: Readonly<Record<string, string>> = { yes: "yes", no: "**no**", partly: "partly" }

/** The findings in the documentation of each engine, and what follows for the store. */
export const engines = tableRows(tables, "Engine").map(
  ({ cells: [name = "", says = "", follows = "", page = ""] }) => ({
    ...{ name, says, page, follows },
    findings: findingsOf(name)
  })
)

/** Prints what each engine has of the features, and the findings in its documentation. */
export const enginesPage = async (): Promise<string> => {
  requireUsed(await sentStatements())
  const lines = features.map(([, title]) => [
    title,
    ...engines.map(({ findings }) => findings.find((each) => each.title === title)?.cell ?? "?")
  ])
  return generatedPage(
    "Other engines",
    INTRODUCTION,
    `${table(["Used by the store", ...engines.map(({ name }) => name)], lines)}\n`,
    ...engines.map(
      ({ findings, follows, name, page, says }) =>
        `## ${name}\n\n${says} <${page}>\n\n${findings
          .map(({ is, page, says, title }) => `- ${title}: ${is}. ${says} <${page}>\n`)
          .join("")}${findings.length === 0 ? "" : "\n"}${follows}\n`
    )
  )
}

const INTRODUCTION = `The features of PostgreSQL that the statements of the store and its migrations use, recorded from what it sends, and what the
documentation of other engines says about each: \`?\` means that nothing was found. Nothing here was tried on these engines: run
[the conformance suite](../guides/write-a-store.md) on one before you use it.
`
