import { describe, expect, it } from "vitest"
import { findings, findingsIn } from "../src/words/words.ts"
import { filesBelow, text } from "../src/workspace/disk.ts"

const found = findings()
const at = (...places: ReadonlyArray<string>) =>
  found.filter(({ place }) => places.includes(place)).map(({ line, path, phrase }) => `${path}:${line} ${phrase}`)

describe("the texts of the repository", () => {
  it("have no phrase of the private idiom in messages, pages, printed tables and docstrings", () => {
    expect(at("message", "page", "snippet", "docstring")).toEqual([])
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
    ["a message after the name of its package", 'throw new Error("memory: it stands")', ["message: stands"]],
    ["a heading of a printed page", 'export const a = "## It stands"', ["message: stands"]],
    ["a cell of a printed table", 'export const a = { removes: "a judged proof" }', ["message: judges"]],
    ["code in backticks", "/** Returns `told`. */\nexport const a = 1", []],
    ["an identifier", "const told = 1", []]
  ])("reads %s", (_, source, expected) => {
    expect(phrases("packages/a/src/a.ts", source)).toEqual(expected)
  })

  it("reads titles in tests, and pages outside their code", () => {
    const titles = (source: string) => phrases("packages/a/test/a.test.ts", source)
    expect(titles('it("asks twice", () => {})')).toEqual(["title: asks, asked"])
    expect(titles("it(`asks twice`, () => {})")).toEqual(["title: asks, asked"])
    expect(titles('it.each([["asks twice"]])("%s", () => {})')).toEqual(["title: asks, asked"])
    expect(titles('it("reads", () => { find("nobody else") })')).toEqual([])
    expect(phrases("docs/a.md", "It stands.\n```\nIt stands.\n```\n")).toEqual(["page: stands"])
  })

  it.each([
    ["a.sql", "-- It stands.\nselect told from a -- nobody", ["comment: stands", "comment: whoever, nobody, somebody"]],
    ["a.py", '"""It stands."""\ntold = 1  # nobody', ["comment: stands", "comment: whoever, nobody, somebody"]],
    ["a.yml", "# It stands.\n  - name: Asks twice\n    asks: 1", ["comment: stands", "comment: asks, asked"]],
    ["a.css", "/* It stands. */\n.told {}", ["comment: stands"]],
    ["a.html", '<p id="ask">It stands</p>', ["message: stands"]]
  ])("reads the comments and texts of %s", (path, source, expected) => {
    expect(phrases(path, source)).toEqual(expected)
  })

  it("reads the comments of snippets, and not their code", () => {
    const snippet = (language: string, code: string) => phrases("docs/a.md", `\`\`\`${language}\n${code}\n\`\`\`\n`)
    expect(snippet("js", "const told = 1 // it stands")).toEqual(["snippet: stands"])
    expect(snippet("ts", "/** It stands. */")).toEqual(["snippet: stands"])
    expect(snippet("sh", "told # it stands")).toEqual(["snippet: stands"])
    expect(snippet("text", "// it stands")).toEqual([])
  })
})
