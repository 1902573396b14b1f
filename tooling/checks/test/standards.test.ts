import { describe, expect, it } from "vitest"
import { standardsPage } from "../src/docs/standards.ts"
import { ceremonies } from "../src/standards/ceremonies.ts"
import { filesThatShow, type Step, standardProblems } from "../src/standards/Requirement.ts"
import { standards } from "../src/standards/standards.ts"
import { files } from "../src/threats/Threat.ts"
import { isThere } from "../src/workspace/disk.ts"

describe("the standards of this repository", () => {
  it("have a test or a reason for each requirement, and existing files for all steps", () => {
    expect(standardProblems({ standards, ceremonies, files, exists: isThere })).toEqual([])
  })

  it("have nine chapters and both WebAuthn ceremonies", () => {
    expect(standards.map(({ title }) => title.split(",")[0])).toEqual([
      "NIST SP 800-63B-4",
      "OWASP ASVS 5.0",
      "RFC 9180",
      "FIPS 186-5 and RFC 6979",
      "RFC 8725",
      "RFC 9110",
      "Standard Webhooks",
      "The Idempotency-Key header (draft)",
      "PSD2 RTS 2018/389"
    ])
    expect(ceremonies.map(({ steps }) => steps.length)).toEqual([29, 26])
  })

  it("state each requirement and its implementation", () => {
    const all = [...standards.flatMap((each) => each.requirements), ...ceremonies.flatMap((each) => each.steps)]
    expect(all.filter(({ does, number, rule }) => [does, number, rule].includes(""))).toEqual([])
  })
})

const tests = [{ file: "packages/a/test/b.test.ts", titles: ['"O1: locks after five"', '"O12: is a digest"'] }]
const held = (change: Partial<Step>) => ({
  standards: [],
  ceremonies: [
    { title: "C", steps: [{ number: "7", rule: "r", does: "d", where: "a.ts", shownBy: ["O1"], ...change }] }
  ],
  files: tests,
  exists: () => true
})

describe("the check", () => {
  it("finds a row by its name, and a test by words of its title", () => {
    expect([filesThatShow(tests, "O1"), filesThatShow(tests, "O2"), filesThatShow(tests, "after five")]).toEqual([
      ["packages/a/test/b.test.ts"],
      [],
      ["packages/a/test/b.test.ts"]
    ])
    expect(standardProblems(held({}))).toEqual([])
  })

  it.each<readonly [Partial<Step>, string]>([
    [{ shownBy: [] }, "no test covers it, and no reason is given"],
    [{ shownBy: [], reason: "later" }, "no test covers it, and no reason is given"],
    [{ shownBy: ["O2"] }, 'no test has "O2" in its title'],
    [{ shownBy: ["O1", "after six"] }, 'no test has "after six" in its title']
  ])("fails for %o", (change, problem) => {
    expect(standardProblems(held(change))).toEqual([expect.stringContaining(`C, 7: ${problem}`)])
  })

  it("fails for a step whose file does not exist", () => {
    expect(standardProblems({ ...held({}), exists: () => false })).toEqual([
      expect.stringContaining("a.ts does not exist")
    ])
  })
})

describe("docs/maintain/standards.md", () => {
  it("prints names, titles with their files, and reasons", () => {
    const { ceremonies, files } = held({ shownBy: ["O1", "after five"], reason: "in part" })
    expect(standardsPage([], ceremonies, files)).toContain(
      "\n| 7 | r | d | [`a.ts`](../../a.ts) | O1; “after five” in [`b.test.ts`](../../packages/a/test/b.test.ts); in part |\n"
    )
  })
})
