import { text } from "../workspace/disk.ts"
import { tableRows } from "../workspace/markdownTables.ts"

/**
 * The cells of the table of capabilities in `SECURITY.md`: what a party can do to a wallet. A cell is `yes`, `no`, or
 * `only` with the ways that succeed, separated by commas. A test is made of each cell.
 */
export const capabilities = tableRows(text("SECURITY.md"), "Party").flatMap(
  ({ cells: [party = "", ...cells], columns }) =>
    columns.slice(1).map((capability, at) => ({
      party: party.replaceAll("`", ""),
      capability,
      cell: cells[at] ?? ""
    }))
)
