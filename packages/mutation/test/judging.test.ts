import type { MutantResult, MutantStatus } from "@stryker-mutator/api/core"
import { describe, expect, it } from "vitest"
import { sourcesOf, testsOf } from "../src/files.ts"
import { outcomeOf, scoreOf } from "../src/report/Outcome.ts"
import { settingsOf } from "../src/settings.ts"
import { targetNamed, targets } from "../src/targets.ts"

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
      ...[mutant("Ignored", "Static mutant"), mutant("Ignored", "a sentence for people"), mutant("RuntimeError")]
    ]
  )

  it("counts a mutant that no test meets as one that lives, and what was not judged as neither", () => {
    expect(scoreOf(outcome)).toBe(60)
    expect([outcome.atLoad, outcome.sentences, outcome.failed]).toEqual([1, 1, 1])
  })

  it("names the line of what lives as Stryker does, which counts from one in what it answers", () => {
    expect(outcome.survived).toEqual([{ file: "packages/wire/src/der.ts", line: 4, mutant: "BooleanLiteral: true" }])
  })
})

describe("the targets", () => {
  it.each(targets.map(({ name }) => name))("%s has sources to break and tests to judge them", (name) => {
    expect(sourcesOf(targetNamed(name)).length).toBeGreaterThan(5)
    expect(testsOf(targetNamed(name)).length).toBeGreaterThan(4)
  })

  it("are looked up by name, and another name is refused", () => {
    expect(() => targetNamed("wires")).toThrow("there is no target wires")
  })
})

it("reads a target, files and a commit from the command line", () => {
  expect(settingsOf(["wire", "packages/wire/src/der.ts", "--since", "main"])).toEqual({
    name: "wire",
    only: ["packages/wire/src/der.ts"],
    since: "main"
  })
  expect(() => settingsOf(["--all"])).toThrow("--all")
})
