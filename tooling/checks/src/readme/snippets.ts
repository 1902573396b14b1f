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
    const opening = /^( {0,3})(`{3,}|~{3,})\s*(\S*)\s*(.*?)\s*$/u.exec(lines[index] ?? "")
    if (opening === null) continue
    const [, indent = "", fence = "", language = "", info = ""] = opening
    // CommonMark: a backtick fence followed by another backtick on its line is inline code.
    if (fence.startsWith("`") && `${language}${info}`.includes("`")) continue
    const rest = lines.slice(index + 1)
    const length = rest.findIndex((line) => closes(line, fence))
    const body = length === -1 ? rest : rest.slice(0, length)
    const code = body.map((line) => unindent(line, indent.length)).join("\n")
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

const unindent = (line: string, by: number): string => line.replace(new RegExp(`^ {0,${by}}`, "u"), "")
