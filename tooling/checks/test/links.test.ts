import { describe, expect, it } from "vitest"
import { brokenLinks } from "../src/links/check.ts"
import { broken, linksOf } from "../src/links/links.ts"

describe("linksOf", () => {
  it("reads links, images and definitions that stay in the repository", () => {
    const page = '[a](docs/a.md)\n![b](<b.png> "title")\n\n[c]: ../c.md#part\n'
    expect(linksOf(page)).toEqual([
      { target: "docs/a.md", line: 1 },
      { target: "b.png", line: 2 },
      { target: "../c.md#part", line: 4 }
    ])
  })

  it("leaves out other hosts, mail, anchors and code", () => {
    const page = "[a](https://host.example/a) [b](mailto:b@host.example) [c](#c) `[d](d.md)`\n```md\n[e](e.md)\n```\n"
    expect(linksOf(page)).toEqual([])
  })
})

describe("broken", () => {
  const exists = (path: string) => ["docs/a.md", "README.md", "docs/with space.md"].includes(path)

  it("is empty when every link points at a file, from wherever the page is", () => {
    const page = "[a](a.md) [b](../README.md#top) [c](./with%20space.md)"
    expect(broken("docs/page.md", page, exists)).toEqual([])
  })

  it("names the page, the line and the target", () => {
    const found = broken("docs/page.md", "\n[a](docs/a.md)\n[b](../../outside.md)", exists)
    expect(found.map((line) => line.split("  ")[0])).toEqual(["docs/page.md:2", "docs/page.md:3"])
  })

  it("is empty for this repository", () => {
    expect(brokenLinks()).toEqual([])
  })
})
