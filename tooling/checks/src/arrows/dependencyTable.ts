/** One line of docs/maintain/dependencies.md: a package at a version. */
export interface Row {
  readonly name: string
  readonly version: string
  readonly line: number
}

/** Reads the rows of every table whose first column is headed `package`. */
export const rows = (markdown: string): ReadonlyArray<Row> => {
  let inTable = false
  return markdown.split("\n").flatMap((text, index) => {
    const [name = "", version = ""] = cells(text)
    if (name === "package") inTable = true
    if (!text.startsWith("|")) inTable = false
    if (!inTable || name === "package" || /^:?-+:?$/u.test(name)) return []
    return [{ name, version, line: index + 1 }]
  })
}

// A pipe inside a cell is written `\|`.
const cells = (text: string): ReadonlyArray<string> =>
  text
    .split(/(?<!\\)\|/u)
    .slice(1, -1)
    .map((cell) => cell.replaceAll("\\|", "|").replaceAll("`", "").trim())
