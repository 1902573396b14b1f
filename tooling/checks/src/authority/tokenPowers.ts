import { text } from "../workspace/disk.ts"
import { tableRows } from "../workspace/markdownTables.ts"

const quoted = (cell = ""): ReadonlyArray<string> => Array.from(cell.matchAll(/`([^`]+)`/gu), ([, word = ""]) => word)

/**
 * The effect that an API token of one scope alone can have on an end user whose wallet has credentials. The table of
 * `SECURITY.md` has every operation of the contract, such as `DELETE /customers/{id}`, in exactly one row. A test makes
 * every call with a token of each single scope and compares all records of the end user before and after.
 */
export const tokenPowers = tableRows(text("SECURITY.md"), "Calls").map(
  ({ cells: [operations, scope = "", , , writes] }) => ({
    operations: quoted(operations),
    /** The scope that the operations require. A token with only the other two scopes receives a 403. */
    scope,
    /** The collections in which the token may write records of the end user. Empty when it changes nothing. */
    writes: quoted(writes)
  })
)
