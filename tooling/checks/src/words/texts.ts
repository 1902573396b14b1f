import { parseSync, Visitor } from "oxc-parser"
import { titlesOf } from "../threats/testTitles.ts"

/** Where a text is read: by a caller, on a page, beside an export, in a file, or in the output of a test run. */
export type Place = "message" | "page" | "docstring" | "comment" | "title"

export interface Text {
  readonly place: Place
  readonly line: number
  readonly text: string
}

/** The texts of one file that a person reads. Code between backticks is not among them. */
export const textsOf = (path: string, source: string): ReadonlyArray<Text> => {
  const texts = path.endsWith(".md") ? linesOf(source) : partsOf(path, source)
  return texts.map((text) => ({ ...text, text: text.text.replaceAll(/`[^`]*`/gu, "`") }))
}

const linesOf = (source: string): ReadonlyArray<Text> => {
  let isCode = false
  return source.split("\n").flatMap((text, index): ReadonlyArray<Text> => {
    if (/^\s*```/u.test(text)) isCode = !isCode
    return isCode ? [] : [{ place: "page", line: index + 1, text: text.replaceAll(/\]\([^)]*\)/gu, "]") }]
  })
}

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
    if (/^[A-Z`].* .* /u.test(text)) found.push({ place: "message", line: lineAt(start), text })
  }
  if (!isTest) {
    new Visitor({
      Literal: ({ start, value }) => {
        if (typeof value === "string") literal(start, value)
      },
      TemplateLiteral: ({ quasis, start }) => literal(start, quasis.map(({ value }) => value.raw).join("`"))
    }).visit(program)
  }
  if (isTest || /packages\/testkit\/src\/(?:conversation|stories)/u.test(path)) {
    found.push(
      ...titlesOf(path, source).map((text): Text => ({ place: "title", line: lineAt(source.indexOf(text)), text }))
    )
  }
  return found
}
