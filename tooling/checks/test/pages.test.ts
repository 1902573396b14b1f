import { describe, expect, it } from "vitest"
import { missingPages, pagesIn, withTitles } from "../src/docs/pages.ts"
import { filesBelow, isThere, text } from "../src/workspace/disk.ts"

const llms = text("llms.txt")

describe("llms.txt", () => {
  it("lists every page of docs/, and only files that exist", () => {
    expect(missingPages(llms, filesBelow("docs", ".md"))).toEqual([])
    expect(pagesIn(llms).filter(({ file }) => !isThere(file))).toEqual([])
    expect(pagesIn(llms).length).toBeGreaterThan(40)
  })

  it("states the purpose of each page in one line", () => {
    const purposes = pagesIn(llms).map(({ purpose }) => purpose)
    expect(purposes.filter((line) => line.length < 20 || line.length > 100 || line.endsWith("."))).toEqual([])
  })

  it("names each page by its first heading", () => {
    const page = "- [Old](docs/a.md): Purpose\n- [Vectors](a.json): Purpose\n"
    expect(withTitles(page, () => "# New\n\n## Old")).toBe(page.replace("Old", "New"))
    expect(() => withTitles(page, () => "text")).toThrow("a page has no heading")
  })
})

describe("the check", () => {
  it("reports a page that llms.txt does not list, except a decision", () => {
    const found = missingPages(llms, ["docs/tutorial.md", "docs/new.md", "docs/decisions/new.md"])
    expect(found).toEqual([expect.stringContaining("docs/new.md  page")])
  })
})
