import { text } from "../workspace/disk.ts"
import { quotedIn, tableRows } from "../workspace/markdown.ts"

const page = text("SECURITY.md")

/**
 * The cells of the table of capabilities in `SECURITY.md`: what a party can do to a wallet. A cell is `yes`, `no`, or
 * `only` with the ways that succeed, separated by commas. A test is made of each cell.
 */
export const capabilities = tableRows(page, "Party").flatMap(({ cells: [party = "", ...cells], columns }) =>
  columns.slice(1).map((capability, at) => ({ party: party.replaceAll("`", ""), capability, cell: cells[at] ?? "" }))
)

/**
 * The effect that an API token of one scope alone can have on an end user whose wallet has credentials. The table of
 * `SECURITY.md` has every operation of the contract, such as `DELETE /customers/{id}`, in exactly one row. A test makes
 * every call with a token of each single scope and compares all records of the end user before and after.
 */
export const tokenPowers = tableRows(page, "Calls").map(
  ({ cells: [operations = "", scope = "", , , writes = ""] }) => ({
    operations: quotedIn(operations),
    /** The scope that the operations require. A token with only the other two scopes receives a 403. */
    scope,
    /** The collections in which the token may write records of the end user. Empty when it changes nothing. */
    writes: quotedIn(writes)
  })
)
