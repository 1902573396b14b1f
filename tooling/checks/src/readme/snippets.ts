/** A fenced block of a markdown page. */
export interface Snippet {
  readonly language: string
  /** What follows the language on the opening fence, such as `run=express-mount`. */
  readonly info: string
  readonly code: string
  /** The line of the first line of code, counted from one. */
  readonly line: number
}

/** Reads the fenced blocks of a markdown page, in order. A block that is never closed runs to the end of the page. */
export const snippetsOf = (markdown: string): ReadonlyArray<Snippet> => {
  const found: Array<Snippet> = []
  const lines = markdown.split("\n")
  for (let index = 0; index < lines.length; index += 1) {
    const opening = /^( {0,3})(`{3,}|~{3,})\s*(\S*)\s*(.*?)\s*$/u.exec(lines[index] ?? "")
    if (opening === null) continue
    const [, indent = "", fence = "", language = "", info = ""] = opening
    // CommonMark: a fence of backticks with a backtick after it is inline code.
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

// A block closes at a line of nothing but the same mark, at least as long.
const closes = (line: string, fence: string): boolean => {
  const text = line.trim()
  return text.length >= fence.length && text === fence.slice(0, 1).repeat(text.length)
}

const unindent = (line: string, by: number): string => line.replace(new RegExp(`^ {0,${by}}`, "u"), "")
