import { isCalled, places, threats } from "@countersign/checks"
import { seed } from "@countersign/harness/seed"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Edit, type Exempt, edits, editsIn, exempt } from "../src/sabotage/edits.ts"
import { allLocated, located, type Sabotage, treeOf } from "../src/sabotage/located.ts"
import { problemsOf } from "../src/sabotage/problems.ts"
import { leftOf, UNDETECTED, withVerdicts } from "../src/sabotage/record.ts"
import { runAll } from "../src/sabotage/runAll.ts"
import { projectOf, type Ran, type Report, runTests } from "../src/sabotage/runTests.ts"
import { chosen, settingsOf } from "../src/sabotage/settings.ts"
import { verdictOf } from "../src/sabotage/verdict.ts"
import { printed, summary } from "../src/threats/printed.ts"

const rows = threats.map(({ row }) => row)
const tree = treeOf()

const edit: Edit = {
  row: "J10",
  removes: "the nonce is not compared",
  place: "verifyNonce",
  find: "nonce === oidcNonce(clientPublicKey)",
  replace: "nonce === clientPublicKey",
  tests: ["identities.test.ts"]
}
const [nonce = { ...edit, file: "" }] = allLocated([edit], tree)

describe("the list of edits", () => {
  it("removes a defence against every threat with an edit that applies, and lists tests that name the threat", () => {
    expect(problemsOf({ edits, exempt, places, rows, tree })).toEqual([])
  })

  it("is read from sections with names and a diff, and rejects any other section", () => {
    const section = "## H1: a check\n\n`core/a` → `b.test.ts`, `core/c.test.ts`\n\n"
    const page = `# Page\n\n${section}\`\`\`diff\n above\n-  one\n+  two\n\n below\n\`\`\`\n\n## D5: no edit\n\nA reason.\n`
    expect(editsIn(page)).toEqual([
      {
        row: "H1",
        removes: "a check",
        place: "core/a",
        find: "above\n  one\n\nbelow\n",
        replace: "above\n  two\n\nbelow\n",
        tests: ["b.test.ts", "core/c.test.ts"]
      },
      { row: "D5", reason: "A reason." }
    ])
    expect(() => editsIn(section)).toThrow("H1: a check")
  })

  const problems = (more: Partial<Edit>, exempted: ReadonlyArray<Exempt> = []) =>
    problemsOf({ edits: [{ ...edit, ...more }], exempt: exempted, places: { J10: ["OAUTH"] }, rows: ["J10"], tree })
  const at = "J10 (the nonce is not compared): "

  it.each([
    ["an edit that is up to date", {}, []],
    [
      "a text that no longer exists",
      { find: "gone" },
      [
        `${at}the text to replace occurs 0 times in ${nonce.file}, which verifyNonce names; update the edit`,
        `${at}the edit changes nothing`
      ]
    ],
    [
      "a text that occurs twice",
      { find: "Result.fail(", replace: "fail(" },
      [expect.stringMatching(/occurs \d times/u)]
    ],
    ["an edit that changes nothing", { replace: edit.find }, [`${at}the edit changes nothing`]],
    ["an edit that does not parse", { replace: "(" }, [`${at}the edited file does not parse`]],
    ["a symbol that no file declares", { place: "gone" }, [`${at}no file declares gone`]],
    ["a symbol that several files declare", { place: "core/decide" }, [expect.stringContaining("is ambiguous: put a")]],
    ["no test file", { tests: [] }, [`${at}names no test file`]],
    [
      "a test file that does not exist",
      { tests: ["http/identities.test.ts"] },
      [`${at}no test file is called http/identities.test.ts`]
    ],
    [
      "a test file that does not name the row",
      { tests: ["prices.test.ts"] },
      [`${at}no title in prices.test.ts names the row`]
    ]
  ])("reports %s", (_, more, expected) => {
    expect(problems(more)).toEqual(expected)
  })

  it("reports a threat without an edit, and an exemption without a reason, for an unknown row, or next to an edit", () => {
    expect(problemsOf({ edits: [], exempt: [], places: {}, rows: ["J10"], tree })).toEqual([
      "J10 has no edit that removes its defence, and no exemption"
    ])
    const reason = "The defence is how the service is operated, which no source contains."
    expect(problems({}, [{ row: "J10", reason }])).toEqual(["J10 is exempt but has an edit"])
    expect(problems({}, [{ row: "J99", reason: "later" }])).toEqual([
      "J99 is exempt but is not a row of docs/maintain/threats.md",
      "J99 is exempt without a reason",
      "J99 is exempt, and docs/maintain/places.json names no place of its defence"
    ])
  })

  it("finds the files of an edit by its names, wherever they are, and prefers test files that name the row", () => {
    const testFiles = [
      { file: "packages/a/src/x/t.test.ts", titles: ["J10: one"] },
      { file: "packages/b/src/t.test.ts", titles: ["J1: two"] }
    ]
    const found = located(
      { ...edit, tests: ["t.test.ts"] },
      { find: () => ({ file: "packages/a/src/a.ts" }), testFiles }
    )
    expect(found).toMatchObject({ file: "packages/a/src/a.ts", tests: ["packages/a/src/x/t.test.ts"] })
    expect(["b/t.test.ts", "c/t.test.ts"].map((name) => isCalled("packages/b/src/t.test.ts", name))).toEqual([
      true,
      false
    ])
    expect(() => allLocated([{ ...edit, place: "gone" }], tree)).toThrow("J10 (the nonce is not compared): no file")
  })
})

describe("the record of the last runs", () => {
  const others = [
    { row: "H1", removes: "one" },
    { row: "H2", removes: "two" }
  ]

  it("has a line for each edit that ran, also one that no test detected, and none for an edit that is gone", () => {
    const record = { "H1: one": "a.test.ts: A", "H9: gone": "b.test.ts: B" }
    expect(withVerdicts(record, [...others, edit], [{ sabotage: nonce, problem: "none" }])).toEqual({
      "H1: one": "a.test.ts: A",
      "J10: the nonce is not compared": UNDETECTED
    })
  })

  const known = { threats, places, edits, exempt, detected: { [`J10: ${edit.removes}`]: "a.test.ts: A" }, ...tree }

  it("is printed with a threat, its places and its tests, and in numbers for all", () => {
    const [text, all] = [printed("J10", { ...known, edits: [edit] }), summary({ ...known, edits: [edit] })]
    expect(text).toContain(`verifyNonce  ${nonce.file}`)
    expect(text).toContain(`${edit.removes}  a.test.ts: A`)
    expect(text).toContain("packages/core/test/things/credentials/identities.test.ts")
    expect(all).toContain("1 edits detected")
    expect(() => printed("Z1", known)).toThrow("Z1 is not a row")
  })
})

describe("the verdict for an edit", () => {
  const title = "an identity token J6 J10: of another issuer"
  const ran = (passed: boolean, failure = "AssertionError: expected 1 to be 2", named = title): Ran => ({
    file: nonce.tests[0] ?? "",
    title: named,
    passed,
    failures: passed ? [] : [failure]
  })
  const report = (...tests: ReadonlyArray<Ran>): Report => ({ tests, unloaded: [] })
  const problem = (without: Report, withEdit: Report) => verdictOf(nonce, without, withEdit).problem

  it("is positive when a test that names the row passes without the edit and fails with it", () => {
    expect(verdictOf(nonce, report(ran(true)), report(ran(false))).noticedBy).toBe(`identities.test.ts: ${title}`)
  })

  it("is negative when the tests pass with the edit, fail without it, or name another row", () => {
    expect(problem(report(ran(true)), report(ran(true)))).toBe("1 tests that name J10 stay green")
    expect(problem(report(ran(false)), report(ran(false)))).toBe(`fails without the edit: ${title}`)
    const other = ran(false, "AssertionError", "J100, J1: another row")
    expect(problem(report(ran(true)), report(ran(true), other))).toBe("1 tests that name J10 stay green")
    expect(problem(report(other), report(other))).toBe(`no test in ${nonce.tests[0]} ran whose title names J10`)
  })

  it("is negative when the edit breaks the program", () => {
    expect(problem(report(ran(true)), report(ran(false, "ReferenceError: gone is not defined")))).toContain(
      "breaks the file"
    )
    const waiting = ran(false, "Error: Test timed out in 120000ms.")
    expect(problem(report(ran(true)), report(waiting))).toContain("breaks the file")
    const unloaded: Report = {
      tests: [],
      unloaded: ["packages/core/test/things/credentials/identities.test.ts: no such export"]
    }
    expect(problem(report(ran(true)), unloaded)).toBe(`the edited file does not load: ${unloaded.unloaded[0]}`)
  })
})

describe("the command line", () => {
  it("parses rows and the number of workers", () => {
    const settings = settingsOf(["H3", "R7", "--left", "--workers", "3"])
    expect(settings).toEqual({ rows: ["H3", "R7"], left: true, workers: 3 })
    expect(settingsOf([])).toEqual({ rows: [], left: false, workers: 2 })
    for (const few of ["few", "0", "-1", "1.5"]) {
      expect(() => settingsOf([`--workers=${few}`])).toThrow("--workers needs a whole number from 1 to 999")
    }
    expect(() => settingsOf(["--all"])).toThrow("--all")
  })

  it("selects the edits of the rows, and rejects a row without an edit", () => {
    expect(new Set(chosen(edits, ["H1"]).map(({ row }) => row))).toEqual(new Set(["H1"]))
    expect(() => chosen(edits, ["Z1"])).toThrow("Z1 has no edit")
  })

  it("selects with --left what did not run, and what no test detected (GS10)", () => {
    const named = ["ran", "undetected", "new"].map((removes) => ({ row: "H1", removes }))
    const record = { "H1: ran": "a.test.ts: H1", "H1: undetected": UNDETECTED }
    expect(leftOf(named, record).map(({ removes }) => removes)).toEqual(["undetected", "new"])
  })
})

describe("a run", () => {
  it("runs a test file in the project of its workspace, with the prefix tooling/ for tooling", () => {
    const files = [
      "packages/core/test/rules.test.ts",
      "packages/kits/cli/test/keys.test.ts",
      "tooling/soak/test/heap.test.ts"
    ]
    expect(files.map(projectOf)).toEqual(["core", "cli", "tooling/soak"])
  })

  // Rows whose tests start databases or processes, or need many rounds, run only in the complete run.
  const isQuick = ({ tests }: Sabotage) =>
    tests.every((file) =>
      /^packages\/(?:account-types|client|core|http|wire)\/|^adapters\/(?:oidc|passkeys)\//u.test(file)
    )

  it("is stopped after its limit, and then counts as no evidence about the defence", async () => {
    const loop = {
      ...nonce,
      removes: "the end of loading",
      find: "const MAX_AGE",
      replace: "for (;;) {}\nconst MAX_AGE"
    }
    const stopped = await runTests({ files: nonce.tests, rows: ["J10"] }, loop, 3000)
    const problem = "the test run was stopped, or ended without a report"
    expect(stopped).toEqual({ tests: [], unloaded: [problem] })
    expect(
      verdictOf(
        loop,
        { tests: [{ file: nonce.tests[0] ?? "", title: "J10", passed: true, failures: [] }], unloaded: [] },
        stopped
      ).problem
    ).toContain(problem)
  })

  it(`detects a sample of the edits (SEED=${seed}), and reports an edit that removes nothing`, {
    timeout: 600_000
  }, async () => {
    const harmless: Sabotage = {
      ...nonce,
      removes: "nothing",
      find: 'check: "nonce" }))',
      replace: 'check: "nonce" } as const))'
    }
    const quick = fc.shuffledSubarray([...allLocated(edits, tree).filter(isQuick)], { minLength: 3, maxLength: 3 })
    const [sample = []] = fc.sample(quick, { seed, numRuns: 1 })
    const verdicts = await runAll([...sample, harmless], { workers: 2, each: () => {} })
    expect(verdicts.map(({ problem, sabotage: { removes, row } }) => [row, removes, problem])).toEqual([
      ...sample.map(({ removes, row }) => [row, removes, undefined]),
      ["J10", "nothing", expect.stringMatching(/^\d+ tests that name J10 stay green$/u)]
    ])
  })
})
