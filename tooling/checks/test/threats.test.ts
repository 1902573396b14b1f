import { describe, expect, it } from "vitest"
import { advisoriesPage } from "../src/docs/generators.ts"
import { threatsPage } from "../src/docs/threats.ts"
import { advisories } from "../src/threats/advisories.ts"
import { type Coverage, threatProblems } from "../src/threats/problems.ts"
import { rowsIn, shownBy } from "../src/threats/shown.ts"
import { files, shown, type Threat } from "../src/threats/Threat.ts"
import { tables } from "../src/threats/tables.ts"
import { titlesOf } from "../src/threats/testTitles.ts"
import { isThere } from "../src/workspace/disk.ts"

const rows = tables.flatMap((table) => table.rows)
const range = (letter: string, last: number) => Array.from({ length: last }, (_, at) => `${letter}${at + 1}`)

describe("the threats of this repository", () => {
  it("are the rows of thirteen tables, without duplicates", () => {
    const all = [
      ...range("H", 18),
      ...range("R", 17),
      ...range("K", 16),
      ...range("O", 16),
      ...range("J", 13),
      ...range("P", 17),
      ...range("S", 13),
      ...range("X", 12),
      ...range("B", 8),
      ...range("W", 13),
      ...range("D", 18),
      ...range("FA", 14),
      ...range("FL", 5)
    ]
    expect(rows.map(({ row }) => row)).toEqual(all)
  })

  it("each have a test or a reason and existing files, and include every row that tests name", () => {
    expect(threatProblems({ tables, advisories, shown, exists: isThere })).toEqual([])
  })

  it("state the mitigation, the code and the limits of each threat", () => {
    const silent = rows.filter(
      ({ attack, defence, notClaimed, where }) => [attack, defence, notClaimed].includes("") || where.length === 0
    )
    expect(silent).toEqual([])
  })

  it("have tests for each threat that one of the 45 advisories names", () => {
    expect(advisories).toHaveLength(45)
    expect(advisories.filter((advisory) => advisory.rows.length === 0)).toEqual([])
  })

  it("have tests, except for the listed ones", () => {
    const unshown = rows.filter(({ row }) => !shown.has(row)).map(({ row }) => row)
    expect(["D5", "D7", "D15"]).toEqual(expect.arrayContaining(unshown))
  })
})

describe("the invariants of the threat model", () => {
  it("have a test each", () => {
    const isShown = (name: string) =>
      files.some(({ titles }) => titles.some((title) => new RegExp(`\\b${name}\\b`, "u").test(title)))
    expect(range("I", 16).filter((name) => !isShown(name))).toEqual([])
  })
})

describe("a title", () => {
  it("is any text in test calls, tables included, and no other text", () => {
    const source = `
      describe("R1: a", () => { it.each([["K2", 1]])("%s", () => { call("S3") }) })
      story(\`X4: b\`, () => {})
      other("W5", () => {})`
    expect(titlesOf("a.test.ts", source)).toEqual(['"R1: a"', '"%s"', '[["K2", 1]]', "`X4: b`"])
  })

  it("names rows by letter and number, and does not match hashes or curves", () => {
    expect(rowsIn("I15 O1, O3 and R17: S256 over X25519, P-256 and A12")).toEqual(["O1", "O3", "R17"])
  })
})

const threat: Threat = { row: "R1", attack: "Again", defence: "once", where: ["a.ts"], notClaimed: "a|b" }
const coverage = (change: Partial<Coverage> & { readonly threat?: Partial<Threat> } = {}): Coverage => ({
  tables: [{ title: "Retries", rows: [{ ...threat, ...change.threat }] }],
  advisories: [{ id: "CVE-1", library: "x 2", cause: "c", lesson: "l", rows: ["R1"] }],
  shown: new Map([["R1", ["packages/a/test/b.test.ts"]]]),
  exists: () => true,
  ...change
})

describe("the check", () => {
  it("reports nothing when all rows have tests", () => {
    expect(threatProblems(coverage())).toEqual([])
  })

  it("fails for a row without a test or a reason, and for a reason of one word", () => {
    const silent = { shown: new Map(), advisories: [] }
    expect(threatProblems(coverage(silent))[0]).toContain("no test has R1 in its title")
    expect(threatProblems(coverage({ ...silent, threat: { untested: "later" } }))).toHaveLength(1)
    const untested = "it takes a machine with two heads, and there is none"
    expect(threatProblems(coverage({ ...silent, threat: { untested } }))).toEqual([])
  })

  it("fails for a file that does not exist", () => {
    expect(threatProblems(coverage({ exists: () => false }))[0]).toContain("R1 names the path a.ts")
  })

  it("fails for a test of an unknown row, and names the file", () => {
    const shown = shownBy([{ file: "b.test.ts", titles: ['"R1 R99: x"'] }])
    expect(threatProblems(coverage({ shown }))).toEqual([expect.stringMatching(/^b\.test\.ts .*R99/u)])
  })

  it("fails for an advisory whose row has no test, even with a reason", () => {
    const untested = "it takes a machine with two heads, and there is none"
    const found = threatProblems(coverage({ shown: new Map(), threat: { untested } }))
    expect(found).toEqual([expect.stringContaining("CVE-1 depends on R1, which no test covers")])
  })
})

describe("docs/maintain/threats.md", () => {
  it("prints six cells for each row, with links relative to the page", () => {
    const { shown, tables } = coverage()
    expect(threatsPage(tables, shown)).toContain(
      "\n| R1 | Again | once | [`a.ts`](../../a.ts) | [`b.test.ts`](../../packages/a/test/b.test.ts) | a\\|b |\n"
    )
  })

  it("prints the reason where no test covers a row", () => {
    const { tables } = coverage({ threat: { untested: "there is no such machine" } })
    expect(threatsPage(tables, new Map())).toContain("| not by a test: there is no such machine |")
  })
})

describe("docs/maintain/advisories.md", () => {
  it("has a row for each advisory with the threats that cover it", () => {
    expect(advisoriesPage(coverage().advisories)).toContain("\n| CVE-1 | x 2 | c | l | R1 |\n")
  })
})
