import { text } from "../workspace/disk.ts"
import { generatedPage, table, tableRows, withTable } from "../workspace/markdown.ts"
import { features, requireUsed } from "./features.ts"
import { sentStatements } from "./statements.ts"

const TABLES = "tooling/checks/engines.md"

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

/** Prints the findings in the documentation of each engine, with its addresses. */
export const enginesPage = async (): Promise<string> => {
  requireUsed(await sentStatements())
  return generatedPage(
    "Other engines",
    INTRODUCTION,
    ...engines.map(
      ({ findings, follows, name, page, says }) =>
        `## ${name}\n\n${says} <${page}>\n\n${table(
          ["Feature", "Supported", "Its documentation, in our words"],
          features.map(([, title]) => {
            const found = findings.find((each) => each.title === title)
            const text = found === undefined ? "not found in its documentation" : `${found.says} <${found.page}>`
            return [title, found?.is ?? "?", text]
          })
        )}\n\n${follows}\n`
    )
  )
}

/** Returns the guide with the table of features and engines. */
export const withEngines = (guide: string): string => {
  const lines = features.map(([, title]) => [
    title,
    ...engines.map(({ findings, name }) => {
      const found = findings.find((each) => each.title === title)
      const anchor = name.toLowerCase().replaceAll(" ", "-")
      return found === undefined ? "?" : `[${found.cell}](../generated/engines.md#${anchor})`
    })
  ])
  return withTable(guide, ["Used by the store", ...engines.map(({ name }) => name)], lines)
}

const INTRODUCTION = `The features of PostgreSQL that the statements of the store and its migrations use, recorded from what it sends, and what the
documentation of other engines says about each. Nothing here was tried on these engines: run [the conformance suite](../guides/write-a-store.md)
on one before you use it.
`
