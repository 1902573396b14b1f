import { places, threats } from "@countersign/checks"
import { edits, exempt } from "../sabotage/edits.ts"
import { treeOf } from "../sabotage/located.ts"
import { recorded } from "../sabotage/record.ts"
import { printed, summary } from "./printed.ts"

const known = { threats, places, edits, exempt, detected: recorded(), ...treeOf() }
const rows = process.argv.slice(2)
process.stdout.write(rows.length === 0 ? summary(known) : rows.map((row) => printed(row, known)).join("\n"))
