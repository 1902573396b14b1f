/** A row of a Markdown table. */
export interface TableRow {
  /** The heading above the table. */
  readonly heading: string
  readonly columns: ReadonlyArray<string>
  readonly cells: ReadonlyArray<string>
  /** The number of its line in the page, from 1. */
  readonly line: number
}

/** Reads the rows of every table whose first column has one of these headings. */
export const tableRows = (markdown: string, ...first: ReadonlyArray<string>): ReadonlyArray<TableRow> => {
  let heading = ""
  let columns: ReadonlyArray<string> = []
  return markdown.split("\n").flatMap((text, index): ReadonlyArray<TableRow> => {
    heading = /^#+ (.+)$/u.exec(text)?.[1] ?? heading
    const cells = cellsOf(text)
    if (!text.startsWith("|")) columns = []
    else if (columns.length === 0) columns = cells
    else if (first.includes(columns[0] ?? "") && !/^:?-+:?$/u.test(cells[0] ?? "")) {
      return [{ heading, columns, cells, line: index + 1 }]
    }
    return []
  })
}

/** Returns the page with another text in the cell of a row below `column`. */
export const withCell = (markdown: string, { columns, line }: TableRow, column: string, text: string): string => {
  const lines = markdown.split("\n")
  const cells = (lines[line - 1] ?? "").split(SEPARATOR)
  lines[line - 1] = cells.with(columns.indexOf(column) + 1, ` ${escaped(text)} `).join("|")
  return lines.join("\n")
}

/** Prints a table. Cells are escaped, and stay on one line. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<number | string>>): string =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => escaped(String(cell)).replaceAll("\n", " ")).join(" | ")} |`)
    .join("\n")

/** Escapes the text of a table cell. */
const escaped = (text: string): string => text.replaceAll("|", "\\|")

// A pipe inside a cell is escaped as `\|`.
const SEPARATOR = /(?<!\\)\|/u

const cellsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(SEPARATOR)
    .slice(1, -1)
    .map((cell) => cell.replaceAll("\\|", "|").trim())
