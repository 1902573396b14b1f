import { Schema } from "effect"
import { notice } from "./notice.ts"

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
  const sections = machines.map(
    ({ name, mermaid, table }) => `## ${name}\n\n\`\`\`mermaid\n${mermaid.trim()}\n\`\`\`\n\n${table.trim()}\n`
  )
  return [notice, "# State machines\n", ...sections].join("\n")
}

const decode = Schema.decodeUnknownSync(Exports)
