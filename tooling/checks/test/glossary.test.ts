import { readdirSync } from "node:fs"
import { join, posix } from "node:path"
import * as core from "@countersign/core"
import { Context } from "effect"
import { describe, expect, it } from "vitest"
import { MOST_WORDS, MOST_WORDS_FOR_MAINTAINERS, maintainerPages, userPages } from "../src/docs/userPages.ts"
import { linksOf } from "../src/links/links.ts"
import { phrases } from "../src/words/phrases.ts"
import { filesBelow, isThere, root, text } from "../src/workspace/disk.ts"
import { sectionsOf, wordsOf } from "../src/workspace/markdown.ts"

const PAGE = "docs/glossary.md"

/** The rows of the glossary: term, field's name and source, meaning, code. */
const entries = text(PAGE)
  .split("\n")
  .filter((line) => /^\| (?!Term|---)/u.test(line))
  .map((line) => line.slice(2, -2).split(" | "))
const terms = entries.flatMap(([term = ""]) => term.toLowerCase().split(", "))
const paths = linksOf(text(PAGE)).map(({ target }) => posix.join("docs", target.split("#")[0] ?? ""))

describe("the glossary", () => {
  it("has four cells in every row: term, source, meaning and file", () => {
    expect(entries.length).toBeGreaterThan(50)
    expect(entries.filter((cells) => cells.length !== 4 || cells.some((cell) => cell.trim() === ""))).toEqual([])
    expect(entries.filter(([, , , code = ""]) => !code.includes("]("))).toEqual([])
  })

  it("defines each term once", () => {
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([])
  })

  it("names only files and folders that exist", () => {
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  })

  it("names every port that packages/core exports", () => {
    const page = text(PAGE)
    const ports = Object.entries(core).flatMap(([name, value]) => (Context.isKey(value) ? [name] : []))
    // References are settings with a default, which no adapter provides.
    const provided = ports.filter((name) => filesBelow("packages/core/src", ".ts").some((file) => declares(file, name)))
    expect(provided.length).toBeGreaterThan(15)
    expect(provided.filter((name) => !page.includes(`\`${name}\``) && !isFileNamed(name))).toEqual([])
  })

  it("has an entry for every thing", () => {
    const folders = readdirSync(join(root, "packages/core/src/things"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `packages/core/src/things/${name}`)
    expect(folders.filter((folder) => !paths.some((path) => `${path}/`.startsWith(`${folder}/`)))).toEqual([])
  })

  it.each([
    ["proof of possession", "RFC 9449"],
    ["step-up authentication", "RFC 9470"],
    ["dynamic linking", "2018/389"],
    ["optimistic concurrency", "Conflict"],
    ["token bucket", "Throttle"],
    ["circuit breaker", "breaker.ts"],
    ["exponential backoff", "outcome.ts"],
    ["dead letter", "redrive"],
    ["encapsulated key", "RFC 9180"]
  ])("has the field's term %s with %s", (term, beside) => {
    expect(entries.filter((cells) => cells.join(" ").includes(term)).join("\n")).toContain(beside)
  })
})

const declares = (file: string, name: string): boolean =>
  new RegExp(`class ${name} extends Context\\.Service\\b`, "u").test(text(file))

const isFileNamed = (name: string): boolean => paths.some((path) => posix.basename(path) === `${name}.ts`)

describe("headings of the documentation", () => {
  it("use no phrase of the private idiom", () => {
    const pages = [...userPages(), "SECURITY.md", "CONTRIBUTING.md", ...filesBelow("docs/maintain", ".md")]
    const found = pages.flatMap((page) =>
      sectionsOf(text(page)).flatMap(({ title }) =>
        phrases.filter(({ pattern }) => pattern.test(title)).map(({ name }) => `${page}: ${title} [${name}]`)
      )
    )
    expect(found).toEqual([])
  })
})

describe("the user pages", () => {
  it(`have at most ${MOST_WORDS} words in total`, () => {
    const counts = userPages().map((page) => wordsOf(text(page)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_WORDS)
  })
})

describe("the pages for maintainers", () => {
  it(`have at most ${MOST_WORDS_FOR_MAINTAINERS} words in total`, () => {
    const pages = maintainerPages()
    expect(pages).toContain("docs/decisions/log.md")
    expect(pages).not.toContain("docs/generated/errors.md")
    const words = pages.reduce((sum, page) => sum + wordsOf(text(page)), 0)
    expect(words).toBeLessThanOrEqual(MOST_WORDS_FOR_MAINTAINERS)
  })
})
