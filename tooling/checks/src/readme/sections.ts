import { anchorsOf } from "../links/links.ts"

/** A heading of a page with the text below it, up to the next heading of the same or a higher level. */
export interface Section {
  readonly anchor: string
  readonly title: string
  readonly text: string
}

/** Returns the sections of a Markdown page in order, with GitHub's anchors. Code blocks contain no headings. */
export const sectionsOf = (markdown: string): ReadonlyArray<Section> => {
  const anchors = [...anchorsOf(markdown)]
  const lines = markdown.split("\n")
  let isCode = false
  const headings = lines.flatMap((line, at) => {
    if (/^\s*(?:`{3,}|~{3,})/u.test(line)) isCode = !isCode
    const [, marks = "", title = ""] = isCode ? [] : (/^(#{1,6})\s+(.*)$/u.exec(line) ?? [])
    return title === "" ? [] : [{ at, level: marks.length, title }]
  })
  return headings.map(({ at, level, title }, index) => {
    const next = headings.find((heading) => heading.at > at && heading.level <= level)
    return { anchor: anchors[index] ?? "", title, text: lines.slice(at + 1, next?.at).join("\n") }
  })
}

/** Returns the number of words of a text, separated by white space as `wc -w` does. */
export const wordsOf = (text: string): number => text.split(/\s+/u).filter((word) => word !== "").length
