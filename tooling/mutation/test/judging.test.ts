import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { MutantResult, MutantStatus } from "@stryker-mutator/api/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { outcomeOf, scoreOf } from "../src/report/page.ts"
import { changedSince, chosen, settingsOf } from "../src/settings.ts"
import { sourcesOf, targetNamed, targets, testsOf } from "../src/targets.ts"

const mutant = (status: MutantStatus, statusReason?: string): MutantResult => ({
  id: "1",
  fileName: "packages/wire/src/der.ts",
  mutatorName: "BooleanLiteral",
  replacement: "true",
  location: { start: { line: 4, column: 1 }, end: { line: 4, column: 2 } },
  status,
  ...(statusReason === undefined ? {} : { statusReason })
})

describe("the outcome of a run", () => {
  const outcome = outcomeOf(
    ["packages/wire/src/der.ts"],
    [
      ...[mutant("Killed"), mutant("Killed"), mutant("Timeout"), mutant("Survived"), mutant("NoCoverage")],
      ...[mutant("Ignored", "Static mutant"), mutant("Ignored", "a message for people"), mutant("RuntimeError")]
    ]
  )

  it("counts an uncovered mutant as a survivor, and does not count an untested one", () => {
    expect(scoreOf(outcome)).toBe(60)
    expect([outcome.atLoad, outcome.sentences, outcome.failed]).toEqual([1, 1, 1])
  })

  it("returns the 1-based line number of a surviving mutant", () => {
    expect(outcome.survived).toEqual([{ file: "packages/wire/src/der.ts", line: 4, mutant: "BooleanLiteral: true" }])
  })
})

describe("the targets", () => {
  it.each(targets.map(({ name }) => name))("%s has sources to mutate and tests for them", (name) => {
    expect(sourcesOf(targetNamed(name)).length).toBeGreaterThan(4)
    expect(testsOf(targetNamed(name)).length).toBeGreaterThan(4)
  })

  it("are found by name, and an unknown name is rejected", () => {
    expect(() => targetNamed("wires")).toThrow("there is no target wires")
  })
})

it("parses a target, files and a commit from the command line", () => {
  expect(settingsOf(["wire", "packages/wire/src/der.ts", "--since", "main"])).toEqual({
    name: "wire",
    only: ["packages/wire/src/der.ts"],
    since: "main"
  })
  expect(() => settingsOf(["--all"])).toThrow("--all")
})

describe("the changes since the merge base of a branch", () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-changed-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: folder })
  const put = (name: string, body: string) => writeFileSync(join(folder, name), body)
  const commit = (note: string) => {
    git("add", "-A")
    git("commit", "-q", "-m", note)
  }

  beforeAll(() => {
    git("init", "-q", "-b", "main")
    for (const name of ["kept", "committed", "changed", "theirs"]) put(name, "1")
    commit("begin")
    git("switch", "-q", "-c", "mine")
    put("committed", "2")
    commit("mine")
    git("switch", "-q", "main")
    put("theirs", "2")
    commit("theirs")
    git("switch", "-q", "mine")
    put("changed", "2")
    put("added", "1")
  })

  it("include committed, changed and added files of the branch, and no later commit of the base", () => {
    expect([...changedSince("main", folder)].sort()).toEqual(["added", "changed", "committed"])
  })

  it("are rejected for an unknown branch, also when its name looks like an option", () => {
    expect(() => changedSince("none", folder)).toThrow("none")
    expect(() => changedSince("--output=written", folder)).toThrow("Command failed: git diff")
    expect(existsSync(join(folder, "written"))).toBe(false)
  })
})

it("selects the named files, or all files when none is named", () => {
  const [files, since] = [["a", "b"], undefined]
  expect(chosen(files, { only: undefined, since })).toEqual(["a", "b"])
  expect(chosen(files, { only: ["b", "c"], since })).toEqual(["b"])
})
