import { posix } from "node:path"
import { describe, expect, it } from "vitest"
import { questions } from "../src/docs/questions.ts"
import { linksOf } from "../src/links/links.ts"
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

/** Returns why a page does not answer a question: it has no such section, too few words or lacks a term. */
const problemsOf = (anchor: string, terms: ReadonlyArray<string>, page: string): ReadonlyArray<string> => {
  const section = sectionsOf(page).find((each) => each.anchor === anchor)
  if (section === undefined) return [`no section ${anchor}`]
  const flat = section.text.replaceAll(/\s+/gu, " ").toLowerCase()
  return [
    ...(wordsOf(flat) < FEWEST_WORDS ? ["too few words"] : []),
    ...terms.filter((term) => !flat.includes(term.toLowerCase())).map((term) => `no word of ${term}`)
  ]
}

/** Returns the pages that a reader of `start` reaches by at most two links. */
const inTwoClicks = (start: string, read: (page: string) => string): ReadonlySet<string> => {
  const linked = (page: string) =>
    linksOf(read(page))
      .map(({ target }) => posix.join(posix.dirname(page), target.split("#")[0] || posix.basename(page)))
      .filter((file) => file.endsWith(".md"))
  const once = new Set([start, ...linked(start)])
  return new Set([...once, ...[...once].flatMap(linked)])
}

describe("the questions of a platform engineer", () => {
  const near = inTwoClicks("README.md", text)

  it.each([...new Set(questions.map(({ list }) => list))])("are at least twenty with different answers: %s", (list) => {
    const asked = questions.filter((each) => each.list === list)
    expect(new Set(asked.map(({ question }) => question)).size).toBeGreaterThanOrEqual(20)
    expect(new Set(asked.map(({ answer }) => answer)).size).toBe(asked.length)
  })

  it.each(questions)("GU11: $question is answered in $answer, within two clicks", ({ answer, terms }) => {
    const [page = "", anchor = ""] = answer.split("#")
    expect(problemsOf(anchor, terms, text(page))).toEqual([])
    expect([page, near.has(page)]).toEqual([page, true])
  })

  it("GU11: fails where the anchor, a term or the link is gone", () => {
    const page = `# A\n\n## B\n\n${"word ".repeat(30)}\n`
    expect(problemsOf("b", ["word"], page)).toEqual([])
    expect(problemsOf("b", ["word"], page.replace("## B", "## C"))).toEqual(["no section b"])
    expect(problemsOf("b", ["register"], page)).toEqual(["no word of register"])
    const pages: Readonly<Record<string, string>> = {
      "README.md": "[1](docs/1.md)",
      "docs/1.md": "[2](2.md#a)",
      "docs/2.md": "[3](3.md)"
    }
    const read = (file: string) => pages[file] ?? ""
    expect([...inTwoClicks("README.md", read)]).toEqual(["README.md", "docs/1.md", "docs/2.md"])
  })
})
