/** A fenced block of a Markdown page. */
export interface Snippet {
  readonly language: string
  /** The text after the language on the opening fence, such as `run=express-mount`. */
  readonly info: string
  readonly code: string
  /** The 1-based line number of the first line of code. */
  readonly line: number
}

/** Returns the fenced blocks of a Markdown page, in order. An unclosed block extends to the end of the page. */
export const snippetsOf = (markdown: string): ReadonlyArray<Snippet> => {
  const found: Array<Snippet> = []
  const lines = markdown.split("\n")
  for (let index = 0; index < lines.length; index += 1) {
    const opening = /^( *)(`{3,}|~{3,})\s*(\S*)\s*(.*?)\s*$/u.exec(lines[index] ?? "")
    if (opening === null) continue
    const [, indent = "", fence = "", language = "", info = ""] = opening
    // CommonMark: a backtick fence followed by another backtick on its line is inline code.
    if (fence.startsWith("`") && `${language}${info}`.includes("`")) continue
    const rest = lines.slice(index + 1)
    const length = rest.findIndex((line) => closes(line, fence))
    const body = length === -1 ? rest : rest.slice(0, length)
    const code = body.map((line) => line.replace(new RegExp(`^ {0,${indent.length}}`, "u"), "")).join("\n")
    found.push({ language, info, code, line: index + 2 })
    index += body.length + 1
  }
  return found
}

// A block ends at a line that contains only the same fence character, at least as many times.
const closes = (line: string, fence: string): boolean => {
  const text = line.trim()
  return text.length >= fence.length && text === fence.slice(0, 1).repeat(text.length)
}

/** Returns the lines of a page. Lines of fenced blocks are empty. */
export const proseOf = (markdown: string): ReadonlyArray<string> => {
  const lines = markdown.split("\n")
  for (const { code, line } of snippetsOf(markdown)) {
    lines.fill("", line - 2, line + (code === "" ? 0 : code.split("\n").length))
  }
  return lines
}

/**
 * Returns the sections of a Markdown page in order: a heading, with the text below it up to the next heading of the same
 * or a higher level. Anchors are those of GitHub: a repeated heading gets a number.
 */
export const sectionsOf = (markdown: string) => {
  const times = new Map<string, number>()
  const headings = proseOf(markdown).flatMap((line, at) => {
    const [, marks = "", title = ""] = /^ {0,3}(#{1,6})\s+(.*)$/u.exec(line) ?? []
    if (title === "") return []
    const name = title
      .toLowerCase()
      .trim()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
      .replaceAll(/\s/gu, "-")
    const before = times.get(name) ?? 0
    times.set(name, before + 1)
    return [{ at, level: marks.length, title, anchor: before === 0 ? name : `${name}-${before}` }]
  })
  const lines = markdown.split("\n")
  return headings.map(({ anchor, at, level, title }) => {
    const next = headings.find((heading) => heading.at > at && heading.level <= level)
    return { anchor, title, text: lines.slice(at + 1, next?.at).join("\n") }
  })
}

export const anchorsOf = (markdown: string): ReadonlySet<string> =>
  new Set(sectionsOf(markdown).map(({ anchor }) => anchor))

/** Returns the number of words of a text, separated by white space as `wc -w` does. */
export const wordsOf = (text: string): number => text.split(/\s+/u).filter((word) => word !== "").length

/** Returns the texts between backticks. */
export const quotedIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/`([^`]+)`/gu), ([, quoted = ""]) => quoted)

export type TableRow = ReturnType<typeof tableRows>[number]

/** Reads the rows of every table whose first column has one of these headings, each with the heading above its table. */
export const tableRows = (markdown: string, ...first: ReadonlyArray<string>) => {
  let heading = ""
  let columns: ReadonlyArray<string> = []
  return markdown.split("\n").flatMap((text, index) => {
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

/** Prints a generated page below the notice that each of them begins with. */
export const generatedPage = (title: string, introduction: string, ...parts: ReadonlyArray<string>): string =>
  [NOTICE, `# ${title}\n`, introduction, ...parts].join("\n")

const NOTICE = "<!-- Written by `npm run docs`. Change the code it comes from, not this page. -->\n"

type Cells = ReadonlyArray<number | string>

/** Prints a table. Cells are escaped, and stay on one line. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<Cells>): string =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => escaped(String(cell)).replaceAll("\n", " ")).join(" | ")} |`)
    .join("\n")

/** Returns the page with these rows in its table that begins with the same column. Throws when it has none. */
export const withTable = (page: string, head: ReadonlyArray<string>, rows: ReadonlyArray<Cells>): string => {
  const pattern = new RegExp(`^\\| ${head[0]} \\|.*(?:\\n\\|.*)*`, "mu")
  if (!pattern.test(page)) throw new Error(`the page has no table of ${head[0]?.toLowerCase()}`)
  return page.replace(pattern, () => table(head, rows))
}

/** Returns the page with `content` between two marks. Throws when one is missing. */
export const withBlock = (page: string, [begin, end]: readonly [string, string], content: string): string => {
  const from = page.indexOf(begin)
  const to = page.indexOf(end, from + begin.length)
  if (from < 0 || to < 0) throw new Error(`the page has no block ${begin}`)
  return `${page.slice(0, from + begin.length)}${content}${page.slice(to)}`
}

const escaped = (text: string): string => text.replaceAll("|", "\\|")

// A pipe inside a cell is escaped as `\|`.
const SEPARATOR = /(?<!\\)\|/u

const cellsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(SEPARATOR)
    .slice(1, -1)
    .map((cell) => cell.replaceAll("\\|", "|").trim())
