import { describe, expect, it } from "vitest"
import { questions } from "../src/docs/questions.ts"
import { text } from "../src/workspace/disk.ts"
import { sectionsOf, wordsOf } from "../src/workspace/markdown.ts"

/** The fewest words that count as an answer. */
const FEWEST_WORDS = 20

describe("sectionsOf", () => {
  it("returns each heading with its anchor and the text up to the next heading of its level", () => {
    const page = "# A\none\n## B b\ntwo\n```\n# no\n```\n## C\nthree\n"
    expect(sectionsOf(page)).toEqual([
      { anchor: "a", title: "A", text: "one\n## B b\ntwo\n```\n# no\n```\n## C\nthree\n" },
      { anchor: "b-b", title: "B b", text: "two\n```\n# no\n```" },
      { anchor: "c", title: "C", text: "three\n" }
    ])
  })
})

describe("twenty questions of a platform engineer", () => {
  it("are twenty different questions with different answers", () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(20)
    expect(new Set(questions.map(({ answer }) => answer)).size).toBe(20)
  })

  it.each(questions)("$question is answered in $answer", ({ answer, terms }) => {
    const [page = "", anchor = ""] = answer.split("#")
    const section = sectionsOf(text(page)).find((each) => each.anchor === anchor)
    expect([answer, section === undefined]).toEqual([answer, false])
    const prose = section?.text ?? ""
    expect(wordsOf(prose)).toBeGreaterThanOrEqual(FEWEST_WORDS)
    const flat = prose.replaceAll(/\s+/gu, " ").toLowerCase()
    expect(terms.filter((term) => !flat.includes(term.toLowerCase()))).toEqual([])
  })
})
