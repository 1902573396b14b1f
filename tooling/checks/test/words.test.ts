import { describe, expect, it } from "vitest"
import { findings, findingsIn } from "../src/words/words.ts"
import { filesBelow, text } from "../src/workspace/disk.ts"

const found = findings()
const at = (...places: ReadonlyArray<string>) =>
  found.filter(({ place }) => places.includes(place)).map(({ line, path, phrase }) => `${path}:${line} ${phrase}`)

describe("the texts of the repository", () => {
  it("have no phrase of the private idiom in messages, pages and docstrings", () => {
    expect(at("message", "page", "docstring")).toEqual([])
  })

  it("have less than one per 1,000 lines in comments and test titles", () => {
    const lines = ["packages", "adapters", "tooling", "examples"]
      .flatMap((folder) => filesBelow(folder, ".ts"))
      .filter((path) => !/node_modules|\/dist\//u.test(path))
      .reduce((sum, path) => sum + text(path).split("\n").length, 0)
    expect(at("comment", "title").length).toBeLessThan(lines / 1000)
  })
})

describe("the checker", () => {
  const phrases = (path: string, source: string) =>
    findingsIn(path, source).map(({ phrase, place }) => `${place}: ${phrase}`)

  it.each([
    ["a docstring", "/** Tells what it is. */\nexport const a = 1", ["docstring: tells, told"]],
    ["a comment", "// Nobody reads it.\nconst a = 1", ["comment: whoever, nobody, somebody"]],
    ["a message", 'throw new Error("The session is over since then")', ["message: is over"]],
    ["code in backticks", "/** Returns `told`. */\nexport const a = 1", []],
    ["an identifier", "const told = 1", []]
  ])("reads %s", (_, source, expected) => {
    expect(phrases("packages/a/src/a.ts", source)).toEqual(expected)
  })

  it("reads titles in tests, and pages outside their code", () => {
    expect(phrases("packages/a/test/a.test.ts", 'it("asks twice", () => {})')).toEqual(["title: asks, asked"])
    expect(phrases("docs/a.md", "It stands.\n```\nIt stands.\n```\n")).toEqual(["page: stands"])
  })
})
