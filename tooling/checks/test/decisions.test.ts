import { describe, expect, it } from "vitest"
import { decisionProblems, MOST_PAGES, textsWithDecisions } from "../src/decisions/decisions.ts"

describe("the decisions of this repository", () => {
  it("are at most 35 pages and a log, and every reference to one leads to it", () => {
    expect(decisionProblems(textsWithDecisions())).toEqual([])
    expect(MOST_PAGES).toBe(35)
  })
})

describe("the check", () => {
  const page = "docs/decisions/0001-a.md"
  const texts = (more: Readonly<Record<string, string>>) =>
    new Map(
      Object.entries({
        [page]: "# 0001: a",
        "docs/decisions/README.md": "[0001](0001-a.md)",
        "docs/decisions/log.md": "# Log\n\n## 0002\n\nA text.\n",
        ...more
      })
    )

  it("accepts references by page, by section of the log, and in words", () => {
    const source = "// decision 1, docs/decisions/0001-a.md, docs/decisions/log.md#0002 and Decision 0002"
    expect(decisionProblems(texts({ "packages/a/src/a.ts": source }))).toEqual([])
  })

  it.each([
    ["a page that is gone", "docs/decisions/0002-b.md", "0002-b.md is neither"],
    ["a page of another name", "decisions/0001-b.md", "0001-b.md is neither"],
    ["a section that the log does not have", "log.md#0003", "0003 is neither"],
    ["an unknown number", "as in decision 4", "0004 is neither"]
  ])("reports %s, and the file that names it", (_, source, problem) => {
    expect(decisionProblems(texts({ "README.md": source }))).toEqual([
      expect.stringContaining(`README.md  decision  ${problem}`)
    ])
  })

  it("reports a page without a line in the index, a number that is used twice, and a page too many", () => {
    const many = Array.from({ length: MOST_PAGES }, (_, at) => `docs/decisions/${1000 + at}-b.md`)
    const found = decisionProblems(
      texts({ ...Object.fromEntries(many.map((path) => [path, ""])), "docs/decisions/log.md": "## 0001" })
    )
    expect(found).toContain("docs/decisions  decision  36 pages, and at most 35 may be: move one to log.md")
    expect(found).toContain("docs/decisions  decision  0001 is a page or a section of log.md twice")
    expect(found).toContain("docs/decisions/1000-b.md  decision  has no line in docs/decisions/README.md")
  })
})
