import { type PolicyField, RATE_BOUNDS } from "@countersign/core/internal"
import { Schema } from "effect"
import { fenced } from "../pictures/mermaid.ts"
import { withBlock } from "./block.ts"
import { notice } from "./notice.ts"
import { escaped } from "./threats.ts"

const Exports = Schema.Struct({
  machines: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      mermaid: Schema.String,
      table: Schema.String
    })
  )
})

/** Prints what `@countersign/core` exports as `machines`: a heading, a diagram and a table for each. */
export const machinesPage = (core: unknown): string => {
  const { machines } = decode(core)
  const sections = machines.map(({ mermaid, name, table }) => `## ${name}\n\n${fenced(mermaid)}\n\n${table.trim()}\n`)
  return [notice, "# State machines\n", INTRODUCTION, ...sections].join("\n")
}

/** The page of concepts with its diagrams: two exchanges that took place, and the states of a session. */
export const conceptsPage = (page: string, core: unknown, exchanges: ReadonlyMap<string, string>): string => {
  const session = decode(core).machines.find(({ name }) => name === "Session")
  if (session === undefined) throw new Error("docs: core exports no machine of the name Session")
  return [...exchanges, ["session", session.mermaid] as const].reduce(
    (text, [name, diagram]) => withBlock(text, `<!-- Written by \`npm run docs\`: ${name}. -->`, fenced(diagram)),
    page
  )
}

const INTRODUCTION = `What may happen in which state. Diagrams and tables print from the very tables that the code runs on: an empty cell is a
transition that the machine rejects.
`

const decode = Schema.decodeUnknownSync(Exports)

/** The page of defaults with the fields of the policy between its two marks. Throws where a mark is missing. */
export const defaultsPage = (page: string, fields: Readonly<Record<string, PolicyField>>): string =>
  withBlock(
    page,
    "<!-- Written by `npm run docs` from packages/core/src/model/Policy.ts. -->",
    [
      "| Field | Default | Bounds | Why |",
      "| --- | --- | --- | --- |",
      ...Object.entries(fields).map(
        ([name, field]) => `| ${[`\`${name}\``, ...figures(field), field.why].map(escaped).join(" | ")} |`
      )
    ].join("\n")
  )

const figures = (field: PolicyField): readonly [standard: string, bounds: string] => {
  switch (field._tag) {
    case "Whole":
      return [written(field.default), range(field)]
    case "Rate":
      return [
        `${written(field.default.capacity)}, one more every ${written(field.default.refillEvery)}`,
        `${range(RATE_BOUNDS.capacity)}, every ${range(RATE_BOUNDS.refillEvery)}`
      ]
    case "Currency":
      return [`${field.default.code}, ${field.default.decimals} decimals`, ""]
    case "Currencies":
      return [field.default.map(({ code }) => code).join(", "), ""]
  }
}

const range = ({ least, most }: { readonly least: number; readonly most: number }): string =>
  `${written(least)} to ${written(most)}`

const written = (figure: number): string => figure.toLocaleString("en-US")
