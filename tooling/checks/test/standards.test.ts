import { describe, expect, it } from "vitest"
import { filesThatShow, requirementsIn, standardProblems } from "../src/threats/standards.ts"
import { files } from "../src/threats/threats.ts"
import { text } from "../src/workspace/disk.ts"

const requirements = requirementsIn(text("docs/maintain/standards.md"))

describe("the standards of this repository", () => {
  it("have a test or a reason for each requirement", () => {
    expect(standardProblems(requirements, files)).toEqual([])
  })

  it("have nine chapters and both WebAuthn ceremonies", () => {
    const counts = new Map<string, number>()
    for (const { title } of requirements) counts.set(title, (counts.get(title) ?? 0) + 1)
    expect([...counts.keys()].map((title) => title.split(/[,:]/u)[0])).toEqual([
      "NIST SP 800-63B-4",
      "OWASP ASVS 5.0",
      "RFC 9180",
      "FIPS 186-5 and RFC 6979",
      "RFC 8725",
      "RFC 9110",
      "Standard Webhooks",
      "The Idempotency-Key header (draft)",
      "PSD2 RTS 2018/389",
      "Registration",
      "Authentication"
    ])
    expect([...counts.values()].slice(-2)).toEqual([29, 26])
  })

  it("state each requirement and its implementation", () => {
    expect(requirements.filter((each) => [each.number, each.rule, each.implementation].includes(""))).toEqual([])
  })
})

const tests = [{ file: "packages/a/test/b.test.ts", titles: ['"O1: locks after five"', '"O12: is a digest"'] }]
const declaring = [{ file: "packages/a/src/a.ts", names: new Set(["a"]) }]
const page = (evidence: string) => `### C

| Step | Requirement | Implementation | Where | Evidence |
|---|---|---|---|---|
| 7 | r | d | \`a\` | ${evidence} |
`

describe("the check", () => {
  it("finds a row by its name, and a test by words of its title", () => {
    expect(["O1", "O2", "after five"].map((words) => filesThatShow(tests, words))).toEqual([
      ["packages/a/test/b.test.ts"],
      [],
      ["packages/a/test/b.test.ts"]
    ])
    expect(standardProblems(requirementsIn(page("O1 O12")), tests, declaring)).toEqual([])
  })

  it.each([
    ["", "no test covers it, and no reason is given"],
    ["later", "no test covers it, and no reason is given"],
    ["O2", 'no test has "O2" in its title'],
    ["O1; “after six”", 'no test has "after six" in its title']
  ])("fails for the evidence %o", (evidence, problem) => {
    expect(standardProblems(requirementsIn(page(evidence)), tests, declaring)).toEqual([
      expect.stringContaining(`C, 7: ${problem}`)
    ])
  })
})

describe("docs/maintain/standards.md", () => {
  it("is read with places, names, titles and a reason", () => {
    expect(requirementsIn(page("O1; “after five”; in part"))).toEqual([
      {
        title: "C",
        number: "7",
        rule: "r",
        implementation: "d",
        places: ["a"],
        shownBy: ["O1", "after five"],
        reason: "in part"
      }
    ])
  })

  it("fails for a place that no file declares", () => {
    expect(standardProblems(requirementsIn(page("O1")), tests, [])).toEqual([
      expect.stringContaining("C, 7: no file declares a")
    ])
  })
})
