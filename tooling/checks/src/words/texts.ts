import { type Node, Visitor } from "oxc-parser"
import { storyFolders, titleNodes } from "../threats/testTitles.ts"
import { proseOf, snippetsOf } from "../workspace/markdown.ts"
import { parsed } from "../workspace/source.ts"

/** Where a text is read: by a caller or on a printed page, on a page, in the code of a page, and in a file. */
export type Place = "message" | "page" | "snippet" | "docstring" | "comment" | "title"

export interface Text {
  readonly place: Place
  readonly line: number
  readonly text: string
}

/** The texts of one file that a person reads. Code between backticks is not among them. */
export const textsOf = (path: string, source: string): ReadonlyArray<Text> => {
  const language = path.slice(path.lastIndexOf(".") + 1)
  const texts =
    language === "md"
      ? onPage(source)
      : /^m?[jt]sx?$/u.test(language)
        ? inCode(path, source)
        : onLines(language, source, language === "html" ? "message" : "comment")
  return texts.map((text) => ({ ...text, text: text.text.replaceAll(/`[^`]*`/gu, "`") }))
}

const onPage = (source: string): ReadonlyArray<Text> => [
  ...proseOf(source).map((text, index) => ({
    place: "page" as const,
    line: index + 1,
    text: text.replaceAll(/\]\([^)]*\)/gu, "]")
  })),
  ...snippetsOf(source).flatMap(({ code, language, line }) => onLines(language, code, "snippet", line))
]

/** The texts of a program that is not parsed: its comments, and what a page shows. */
const onLines = (language: string, source: string, place: Place, first = 1): ReadonlyArray<Text> =>
  source.split("\n").flatMap((row, index) =>
    Array.from(row.matchAll(LINES[language] ?? NONE), ([, text = "", docstring = ""]) => ({
      place,
      line: first + index,
      text: text + docstring
    }))
  )

const NONE = /$^/gu
const PYTHON = /(?:^|\s)#\s(.*)$|"""(.+?)(?:"""|$)/gu

/** The slashes of a URL follow a colon. */
const LINES: Readonly<Record<string, RegExp>> = {
  css: /\/\*\s(.*?)\s\*\//gu,
  html: />([^<>]+)</gu,
  js: /(?:^|\s)\/\/\s(.*)$/gu,
  mermaid: /(?:note over|Note:).*?:\s(.*)$/gu,
  py: PYTHON,
  python: PYTHON,
  sh: /(?:^|\s)#\s(.*)$/gu,
  sql: /(?:^|\s)--\s(.*)$/gu,
  ts: /(?:^|\s)(?:\/\/|\/?\*+)\s(.*)$/gu,
  yml: /(?:^|\s)(?:#|- name:)\s(.*)$/gu
}

const inCode = (path: string, source: string): ReadonlyArray<Text> => {
  const { comments, lineAt, program, words } = parsed(path, source)
  const found: Array<Text> = comments.map(({ type, value, ...comment }) => ({
    place: type === "Block" && value.startsWith("*") ? "docstring" : "comment",
    line: lineAt(comment),
    text: value.replaceAll(/^\s*\*\s?/gmu, "").trim()
  }))
  const push = (place: Place, node: Node) => {
    for (const text of stringsOf(node)) if (text.includes(" ")) found.push({ place, line: lineAt(node), text })
  }
  const isTest = /\/test\//u.test(path)
  if (!isTest) {
    const message = (node: Node) => {
      if (stringsOf(node).some((text) => MESSAGE.test(text))) push("message", node)
    }
    new Visitor({
      Literal: message,
      TemplateLiteral: message,
      Property: ({ key, value }) => {
        if (key.type === "Identifier" && CELLS.has(key.name)) push("message", value)
      }
    }).visit(program)
  }
  if (isTest || storyFolders.some((folder) => path.startsWith(folder))) {
    for (const node of titleNodes(program, words)) push("title", node)
  }
  return found
}

/** A sentence, a sentence after the name of its package, or a heading. */
const MESSAGE = /^(?:[A-Z`].* .* |[\w-]+: \S+ .|#+ )/u

/** Properties whose texts are printed to a page, whatever their first letter. */
const CELLS = new Set([
  ...["achieves", "attack", "because", "cause", "defence", "description", "does", "lesson", "meaning", "note"],
  ...["notClaimed", "reason", "remedy", "removes", "rule", "says", "untested", "why"]
])

/** The strings of an expression: of its lists and objects too, and not those inside its functions and calls. */
const stringsOf = (node: Node): ReadonlyArray<string> => {
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : []
  if (node.type === "TemplateLiteral") return [node.quasis.map(({ value }) => value.raw).join("`")]
  if (node.type === "ArrayExpression") return node.elements.flatMap((each) => (each === null ? [] : stringsOf(each)))
  if (node.type === "ObjectExpression") {
    return node.properties.flatMap((each) => (each.type === "Property" ? stringsOf(each.value) : []))
  }
  if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression") return stringsOf(node.expression)
  return []
}
