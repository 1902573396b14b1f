import { fenced } from "../pictures/mermaid.ts"
import { generatedPage, withBlock } from "../workspace/markdown.ts"

interface Exports {
  readonly machines: ReadonlyArray<Readonly<Record<"mermaid" | "name" | "table", string>>>
}

/** Prints the export `machines` of `@countersign/core`: a heading, a diagram and a table for each. */
export const machinesPage = ({ machines }: Exports): string => {
  const sections = machines.map(({ mermaid, name, table }) => `## ${name}\n\n${fenced(mermaid)}\n\n${table.trim()}\n`)
  return generatedPage("State machines", INTRODUCTION, ...sections)
}

/** Returns the concepts page with its diagrams: two recorded exchanges, and the states of a session. */
export const conceptsPage = (page: string, { machines }: Exports, exchanges: ReadonlyMap<string, string>): string => {
  const session = machines.find(({ name }) => name === "Session")
  if (session === undefined) throw new Error("docs: core exports no machine named Session")
  return [...exchanges, ["session", session.mermaid] as const].reduce(
    (text, [name, diagram]) =>
      withBlock(text, [`<!-- Written by \`npm run docs\`: ${name}. -->`, END], `\n\n${fenced(diagram)}\n\n`),
    page
  )
}

const END = "<!-- The end of what is written. -->"

const INTRODUCTION = `The states of each record and the events that change them. Diagrams and tables are printed from the transition tables that
the code runs on. An empty cell is a transition that the machine rejects.
`
