import { parseArgs } from "node:util"
import type { Edit } from "./edits.ts"

/** Parses the command line. Throws on an unknown argument. */
export const settingsOf = (args: ReadonlyArray<string>) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      left: { type: "boolean", default: false },
      workers: { type: "string", default: "2" }
    }
  })
  return {
    /** The rows whose edits run. All rows when empty. */
    rows: positionals,
    /** Runs only the edits that no recorded run has detected. */
    left: values.left,
    /** The number of edits that run in parallel. */
    workers: workersOf(values.workers)
  }
}

const workersOf = (text: string): number => {
  if (/^[1-9]\d{0,2}$/u.test(text)) return Number(text)
  throw new Error("--workers needs a whole number from 1 to 999")
}

/** Returns the edits of a run. Throws on a row without an edit. */
export const chosen = (edits: ReadonlyArray<Edit>, rows: ReadonlyArray<string>): ReadonlyArray<Edit> => {
  const unknown = rows.find((row) => !edits.some((edit) => edit.row === row))
  if (unknown !== undefined) throw new Error(`${unknown} has no edit in tooling/mutation/defences`)
  return rows.length === 0 ? edits : edits.filter(({ row }) => rows.includes(row))
}
