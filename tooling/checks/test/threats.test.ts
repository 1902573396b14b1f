import { describe, expect, it } from "vitest"
import { rowsIn, shownBy, titlesOf } from "../src/threats/testTitles.ts"
import {
  advisories,
  advisoriesIn,
  files,
  placeProblems,
  places,
  shown,
  threatProblems,
  threats,
  threatsIn
} from "../src/threats/threats.ts"

const range = (letter: string, last: number) => Array.from({ length: last }, (_, at) => `${letter}${at + 1}`)

describe("the threats of this repository", () => {
  it("are the rows of every table, without duplicates", () => {
    const all = [
      ...range("H", 18),
      ...range("R", 17),
      ...range("K", 16),
      ...range("O", 16),
      ...range("J", 14),
      ...range("P", 17),
      ...range("S", 13),
      ...range("X", 12),
      ...range("B", 8),
      ...range("W", 13),
      ...range("D", 18),
      ...range("FA", 14),
      ...range("OP", 7),
      ...range("AD", 12),
      ...range("PO", 11),
      ...range("UV", 5),
      ...range("US", 5),
      ...range("HI", 9),
      ...range("RC", 13),
      ...range("PL", 7),
      ...range("FL", 5),
      ...range("GA", 24),
      ...range("GD", 17),
      ...range("GH", 13),
      ...range("GC", 8),
      ...range("GO", 14)
    ]
    expect(threats.map(({ row }) => row).toSorted()).toEqual(all.toSorted())
  })

  it("each have a test, and include every row that tests name", () => {
    expect(threatProblems({ threats, advisories, shown })).toEqual([])
  })

  it("have places that each name one file", () => {
    expect(placeProblems(threats, places)).toEqual([])
  })

  it("state the mitigation and the limits of each threat", () => {
    const silent = threats.filter(({ attack, behaviour, notClaimed }) => [attack, behaviour, notClaimed].includes(""))
    expect(silent).toEqual([])
  })

  it("have tests for each threat that one of the 45 advisories names", () => {
    expect(advisories).toHaveLength(45)
    expect(advisories.filter(({ rows }) => rows.includes(""))).toEqual([])
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

const page = `# Threats

## Retries

| Row | Attack or fault | Behaviour | Not claimed |
|---|---|---|---|
| R1 | Again | once | a\\|b |
`
const advisory = [{ id: "CVE-1", rows: ["R1"] }]
const covered = new Map([["R1", ["packages/a/test/b.test.ts"]]])

describe("the check", () => {
  it("reports nothing when all rows have tests", () => {
    expect(threatProblems({ threats: threatsIn(page), advisories: advisory, shown: covered })).toEqual([])
  })

  it("fails for a row without a test", () => {
    expect(threatProblems({ threats: threatsIn(page), advisories: [], shown: new Map() })).toEqual([
      expect.stringContaining("no test has R1 in its title")
    ])
  })

  it("fails for a test of an unknown row, and names the file", () => {
    const shown = shownBy([{ file: "b.test.ts", titles: ['"R1 R99: x"'] }])
    expect(threatProblems({ threats: threatsIn(page), advisories: [], shown })).toEqual([
      expect.stringMatching(/^b\.test\.ts .*R99/u)
    ])
  })

  it("fails for an advisory whose row has no test", () => {
    expect(threatProblems({ threats: [], advisories: advisory, shown: new Map() })).toEqual([
      expect.stringContaining("CVE-1 depends on R1, which no test covers")
    ])
  })

  it("fails for places of an unknown row, and for a symbol that no file declares", () => {
    const declaring = [{ file: "packages/a/src/a.ts", names: new Set(["a"]) }]
    expect(placeProblems(threatsIn(page), { R1: ["a"] }, declaring)).toEqual([])
    expect(placeProblems(threatsIn(page), { R1: ["b"], R2: ["a"] }, declaring)).toEqual([
      expect.stringContaining("R1: no file declares b"),
      expect.stringContaining("R2 is not a row")
    ])
  })
})

describe("docs/maintain/threats.md", () => {
  it("is read row by row, with escaped pipes", () => {
    expect(threatsIn(page)).toEqual([{ row: "R1", attack: "Again", behaviour: "once", notClaimed: "a|b" }])
  })
})

describe("docs/maintain/advisories.md", () => {
  it("is read row by row, with the threats that cover each advisory", () => {
    const markdown =
      "| Advisory | In | Cause | Lesson | Rows |\n|---|---|---|---|---|\n| CVE-1 | x 2 | c | l | R1 S2 |\n"
    expect(advisoriesIn(markdown)).toEqual([{ id: "CVE-1", rows: ["R1", "S2"] }])
  })
})
