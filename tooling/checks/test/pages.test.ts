import { describe, expect, it } from "vitest"
import { llmsFile } from "../src/docs/generators.ts"
import { chapters, missingPages } from "../src/docs/pages.ts"
import { filesBelow, text } from "../src/workspace/disk.ts"

describe("the list of pages", () => {
  it("has every page of docs/, and no other", () => {
    expect(missingPages(filesBelow("docs", ".md"))).toEqual([])
  })

  it("names a page that nobody listed, and a listed one that is not there", () => {
    const files = filesBelow("docs", ".md").filter((file) => file !== "docs/guides/mount.md")
    const found = missingPages([...files, "docs/new.md", "docs/decisions/0099-new.md"])
    expect(found.map((line) => line.split("  ")[0])).toEqual(["docs/new.md", "docs/guides/mount.md"])
  })

  it("says of each page what it is for, in a line", () => {
    const said = chapters.flatMap(({ pages }) => pages.map(({ says }) => says))
    expect(said.filter((line) => line.length < 20 || line.length > 100 || line.endsWith("."))).toEqual([])
  })
})

describe("llms.txt", () => {
  it("links every page by its own title", () => {
    const printed = llmsFile(text)
    const links = chapters.flatMap(({ pages }) => pages.map(({ file }) => `](${file}): `))
    expect(links.filter((link) => !printed.includes(link))).toEqual([])
    expect(printed).toContain("- [Tutorial](docs/tutorial.md): ")
  })

  it("refuses a page that has no heading", () => {
    expect(() => llmsFile(() => "text")).toThrow("a page has no heading")
  })
})
