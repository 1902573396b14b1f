import { type Node, parseSync, Visitor } from "oxc-parser"

/**
 * Where a text is read: by a caller, on a page, in the code of a page, in a table that is printed to a page, beside an
 * export, in a file, or in the output of a test run.
 */
export type Place = "message" | "page" | "snippet" | "cell" | "docstring" | "comment" | "title"

export interface Text {
  readonly place: Place
  readonly line: number
  readonly text: string
}

/** The texts of one file that a person reads. Code between backticks is not among them. */
export const textsOf = (path: string, source: string): ReadonlyArray<Text> => {
  const texts = path.endsWith(".md") ? linesOf(source) : (matchesOf(path, source) ?? partsOf(path, source))
  return texts.map((text) => ({ ...text, text: text.text.replaceAll(/`[^`]*`/gu, "`") }))
}

const linesOf = (source: string): ReadonlyArray<Text> => {
  let language: string | undefined
  return source.split("\n").flatMap((text, index): ReadonlyArray<Text> => {
    const line = index + 1
    const fence = /^\s*```(\w*)/u.exec(text)
    if (fence !== null) {
      language = language === undefined ? fence[1] : undefined
      return []
    }
    if (language === undefined) return [{ place: "page", line, text: text.replaceAll(/\]\([^)]*\)/gu, "]") }]
    const comment = COMMENTS[language]?.exec(text)?.[1]
    return comment === undefined ? [] : [{ place: "snippet", line, text: comment }]
  })
}

/** The comments of a line of code, by the language of its block. The slashes of a URL follow a colon. */
const COMMENTS: Readonly<Record<string, RegExp>> = {
  js: /(?:^|\s)\/\/\s(.*)$/u,
  ts: /(?:^|\s)(?:\/\/|\/?\*+)\s(.*)$/u,
  sh: /(?:^|\s)#\s(.*)$/u,
  python: /(?:^|\s)#\s(.*)$/u,
  sql: /(?:^|\s)--\s(.*)$/u,
  mermaid: /(?:note over|Note:).*?:\s(.*)$/u
}

/** The text of a line in a file that is neither Markdown nor JavaScript. */
const TEXTS: Readonly<Record<string, RegExp>> = {
  css: /\/\*\s(.*?)\s\*\//gu,
  html: />([^<>]+)</gu,
  py: /(?:^|\s)#\s(.*)$|"""(.+?)(?:"""|$)/gu,
  sql: /(?:^|\s)--\s(.*)$/gu,
  yml: /(?:^|\s)(?:#|- name:)\s(.*)$/gu
}

const matchesOf = (path: string, source: string): ReadonlyArray<Text> | undefined => {
  const pattern = TEXTS[path.slice(path.lastIndexOf(".") + 1)]
  if (pattern === undefined) return undefined
  const place = path.endsWith(".html") ? "message" : "comment"
  return source.split("\n").flatMap((row, index) =>
    Array.from(row.matchAll(pattern), ([, text = "", docstring = ""]) => ({
      place,
      line: index + 1,
      text: text + docstring
    }))
  )
}

/** Properties whose texts are printed to a page, whatever their first letter. */
const CELLS = new Set([
  "achieves",
  "attack",
  "because",
  "cause",
  "defence",
  "description",
  "does",
  "lesson",
  "meaning",
  "note",
  "notClaimed",
  "reason",
  "remedy",
  "removes",
  "rule",
  "says",
  "untested",
  "why"
])

/** A sentence, a sentence after the name of its package, or a heading. */
const MESSAGE = /^(?:[A-Z`].* .* |[\w-]+: \S+ .|#+ )/u

const partsOf = (path: string, source: string): ReadonlyArray<Text> => {
  const { comments, program } = parseSync(path, source)
  const lineAt = (offset: number): number => source.slice(0, offset).split("\n").length
  const isTest = /\/test\//u.test(path)
  const found: Array<Text> = comments.map(({ start, type, value }) => ({
    place: type === "Block" && value.startsWith("*") ? "docstring" : "comment",
    line: lineAt(start),
    text: value.replaceAll(/^\s*\*\s?/gmu, "").trim()
  }))
  const literal = (start: number, text: string): void => {
    if (MESSAGE.test(text)) found.push({ place: "message", line: lineAt(start), text })
  }
  if (!isTest) {
    new Visitor({
      Literal: ({ start, value }) => {
        if (typeof value === "string") literal(start, value)
      },
      TemplateLiteral: ({ quasis, start }) => literal(start, quasis.map(({ value }) => value.raw).join("`")),
      Property: ({ key, start, value }) => {
        if (key.type !== "Identifier" || !CELLS.has(key.name)) return
        for (const text of stringsOf(value)) if (!MESSAGE.test(text)) push(found, "cell", lineAt(start), text)
      }
    }).visit(program)
  }
  if (isTest || /packages\/kits\/testkit\/src\/(?:conversation|stories)/u.test(path)) {
    new Visitor({
      CallExpression: ({ arguments: given, callee }) => {
        if (!MAKES_TESTS.test(source.slice(callee.start, callee.end))) return
        for (const argument of given) {
          for (const text of stringsOf(argument)) push(found, "title", lineAt(argument.start), text)
        }
      }
    }).visit(program)
  }
  return found
}

const MAKES_TESTS = /^(?:it|describe|story|test)\b/u

const push = (found: Array<Text>, place: Place, line: number, text: string): void => {
  if (text.includes(" ")) found.push({ place, line, text })
}

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
