import { Schema } from "effect"
import { fileOf } from "../pictures/machines.ts"
import { notice } from "./notice.ts"

const Exports = Schema.Struct({
  machines: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      table: Schema.String
    })
  )
})

/** Prints what `@countersign/core` exports as `machines`: a heading, a picture and a table for each. */
export const machinesPage = (core: unknown): string => {
  const { machines } = decode(core)
  const sections = machines.map(
    ({ name, table }) => `## ${name}\n\n![State machine ${name}](pictures/${fileOf(name)})\n\n${table.trim()}\n`
  )
  return [notice, "# State machines\n", INTRODUCTION, ...sections].join("\n")
}

const INTRODUCTION = `What may happen in which state. Pictures and tables print from the very tables that the code runs on: an empty cell is a
step that cannot be taken. Grey states are final.
`

const decode = Schema.decodeUnknownSync(Exports)
