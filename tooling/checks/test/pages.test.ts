import { describe, expect, it } from "vitest"
import { llmsFile } from "../src/docs/generators.ts"
import { chapters, missingPages } from "../src/docs/pages.ts"
import { filesBelow, text } from "../src/workspace/disk.ts"

describe("the list of pages", () => {
  it("has every page of docs/ and no other page", () => {
    expect(missingPages(filesBelow("docs", ".md"))).toEqual([])
  })

  it("reports an unlisted page, and a listed page that does not exist", () => {
    const files = filesBelow("docs", ".md").filter((file) => file !== "docs/guides/mount.md")
    const found = missingPages([...files, "docs/new.md", "docs/decisions/0099-new.md"])
    expect(found.map((line) => line.split("  ")[0])).toEqual(["docs/new.md", "docs/guides/mount.md"])
  })

  it("states the purpose of each page in one line", () => {
    const said = chapters.flatMap(({ pages }) => pages.map(({ says }) => says))
    expect(said.filter((line) => line.length < 20 || line.length > 100 || line.endsWith("."))).toEqual([])
  })
})

describe("llms.txt", () => {
  it("links every page by its title", () => {
    const printed = llmsFile(text)
    const links = chapters.flatMap(({ pages }) => pages.map(({ file }) => `](${file}): `))
    expect(links.filter((link) => !printed.includes(link))).toEqual([])
    expect(printed).toContain("- [Tutorial](docs/tutorial.md): ")
  })

  it("rejects a page without a heading", () => {
    expect(() => llmsFile(() => "text")).toThrow("a page has no heading")
  })
})
