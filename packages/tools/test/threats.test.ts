import { readdirSync, readFileSync } from "node:fs"
import { parseSync, Visitor } from "oxc-parser"
import { describe, expect, it } from "vitest"

const root = new URL("../../../", import.meta.url).pathname

/** Every row of the page: its name and how it is shown. */
const rows = [...readFileSync(`${root}docs/threats.md`, "utf8").matchAll(/^\| ([A-Z]\d+) \|.*\| ([^|]+) \|$/gmu)].map(
  ([, row, shown]) => ({ row: row!, shown: shown!.trim() })
)

/** Every text in the calls that make tests: titles, and the cells of tables that titles are filled from. */
const titles = ["packages", "adapters", "examples"]
  .flatMap((folder) => readdirSync(`${root}${folder}`).map((room) => `${root}${folder}/${room}/test`))
  .flatMap((folder) => filesBelow(folder))
  .flatMap((file) => textsOfTests(file))

function textsOfTests(file: string): ReadonlyArray<string> {
  const texts: Array<string> = []
  const visitor = new Visitor({
    CallExpression: ({ arguments: given, callee }) => {
      if (/^(?:it|describe|story|test)\b/u.test(source.slice(callee.start, callee.end))) {
        const literals = given.filter(({ type }) => type !== "ArrowFunctionExpression")
        texts.push(...literals.map(({ end, start }) => source.slice(start, end)))
      }
    }
  })
  const source = readFileSync(file, "utf8")
  visitor.visit(parseSync(file, source).program)
  return texts
}

function filesBelow(folder: string): ReadonlyArray<string> {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name}`)
  } catch {
    return []
  }
}

const range = (letter: string, last: number) => Array.from({ length: last }, (_, at) => `${letter}${at + 1}`)

describe("docs/threats.md", () => {
  it("has every row of its ten tables, once", () => {
    const all = [
      ...range("R", 17),
      ...range("K", 16),
      ...range("O", 16),
      ...range("J", 13),
      ...range("P", 17),
      ...range("S", 13),
      ...range("X", 12),
      ...range("B", 8),
      ...range("W", 13),
      ...range("D", 18)
    ]
    expect(rows.map(({ row }) => row)).toEqual(all)
  })

  it("says test of a row only where a test has its name in its title", () => {
    const named = (row: string) => titles.some((title) => new RegExp(`\\b${row}\\b`, "u").test(title))
    expect(rows.filter(({ row, shown }) => shown === "test" && !named(row)).map(({ row }) => row)).toEqual([])
  })

  it("gives a reason for every row that has none", () => {
    const others = rows.filter(({ shown }) => shown !== "test")
    expect(others.every(({ shown }) => shown.startsWith("not ") && shown.length > 40)).toBe(true)
  })
})
