import { CsvError, parse } from "csv-parse/sync"
import type { Statement } from "./Statement.ts"
import { type Decimals, smallestUnits } from "./units.ts"

/** The columns of a CSV statement, by what they contain. */
export interface Columns {
  readonly id: string
  readonly payment: string
  readonly amount: string
  readonly currency: string
}

/** Reads a statement in CSV whose first line names the columns. Throws with the line of what it cannot read. */
export const csvStatement = (text: string, columns: Columns, decimals: Decimals): Statement => ({
  bookings: rowsOf(text).map((row, index) => {
    const field = (name: keyof Columns): string => {
      const value = row[columns[name]]
      if (value === undefined) {
        const there = Object.keys(row).join(", ")
        throw new Error(`there is no column ${columns[name]}: name it with --${name}-column. The columns are ${there}`)
      }
      return value.trim()
    }
    const [id, payment, currency] = [field("id"), field("payment"), field("currency")]
    try {
      const amount = smallestUnits(field("amount"), currency, decimals)
      return { id, currency, amount, ...(payment === "" ? {} : { payment }) }
    } catch (error) {
      throw new Error(`row ${index + 1}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  })
})

const rowsOf = (text: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  try {
    return parse(text, { bom: true, columns: true, delimiter: [",", ";", "\t"], skip_empty_lines: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Error(`it is no CSV: ${error.message}`, { cause: error })
  }
}
