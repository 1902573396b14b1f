import { describe, expect, it } from "vitest"
import { broken, brokenLinks, linksOf } from "../src/links/links.ts"
import { anchorsOf } from "../src/workspace/markdown.ts"

describe("linksOf", () => {
  it("reads links, images and definitions that stay in the repository", () => {
    const page = '[a](docs/a.md)\n![b](<b.png> "title")\n\n[c]: ../c.md#part\n'
    expect(linksOf(page)).toEqual([
      { target: "docs/a.md", line: 1 },
      { target: "b.png", line: 2 },
      { target: "../c.md#part", line: 4 }
    ])
  })

  it("omits other hosts, mail addresses and code", () => {
    const page = "[a](https://host.example/a) [b](mailto:b@host.example) [c](#c) `[d](d.md)`\n```md\n[e](e.md)\n```\n"
    expect(linksOf(page)).toEqual([{ target: "#c", line: 1 }])
  })
})

describe("anchorsOf", () => {
  it("generates anchors as GitHub does, numbers repeated headings, and ignores code", () => {
    const page = "# Sign a user in\n## What's `sent`, and not?\n### I1 & I2\n## Sign a user in\n```\n# no\n```\n"
    expect([...anchorsOf(page)]).toEqual(["sign-a-user-in", "whats-sent-and-not", "i1--i2", "sign-a-user-in-1"])
  })
})

describe("broken", () => {
  const repository = {
    exists: (path: string) => ["docs/page.md", "docs/a.md", "README.md", "docs/with space.md"].includes(path),
    text: () => "# Top"
  }

  it("is empty when every link resolves to a file, relative to its page", () => {
    const page = "[a](a.md) [b](../README.md#top) [c](./with%20space.md)"
    expect(broken("docs/page.md", page, repository)).toEqual([])
  })

  it("names the page, the line and the target", () => {
    const found = broken("docs/page.md", "\n[a](docs/a.md)\n[b](../../outside.md)", repository)
    expect(found.map((line) => line.split("  ")[0])).toEqual(["docs/page.md:2", "docs/page.md:3"])
  })

  it("names an anchor that does not exist, in the same page or another one", () => {
    const found = broken("docs/page.md", "# Here\n[a](#here) [b](#top)\n[c](a.md#top) [d](a.md#here)", repository)
    expect(found.map((line) => line.split("  ")[2]?.split(" ")[0])).toEqual(["#top", "a.md#here"])
  })

  it("is empty for this repository", () => {
    expect(brokenLinks()).toEqual([])
  })
})
