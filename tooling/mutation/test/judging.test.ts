import type { MutantResult, MutantStatus } from "@stryker-mutator/api/core"
import { describe, expect, it } from "vitest"
import { outcomeOf, scoreOf } from "../src/report/page.ts"
import { wholeOf } from "../src/report/parts.ts"
import { settingsOf } from "../src/settings.ts"
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

it("parses a target and files from the command line", () => {
  const only = ["packages/wire/src/der.ts"]
  expect(settingsOf(["wire", ...only])).toEqual({ name: "wire", only })
  expect(() => settingsOf(["--all"])).toThrow("--all")
})

describe("a target that is run in parts", () => {
  const files = ["packages/wire/src/der.ts", "packages/wire/src/ids.ts"]
  const results = [
    ...files.map((fileName) => ({ ...mutant("Killed"), fileName })),
    ...[mutant("Timeout"), mutant("Survived"), mutant("NoCoverage"), mutant("RuntimeError")],
    ...[mutant("Ignored", "Static mutant"), mutant("Ignored", "a message for people")]
  ]
  const partOf = (file: string) => [file, outcomeOf([file], results)] as const
  const parts = Object.fromEntries(files.map(partOf))

  it("has an outcome when each of its files has one, and it is their sum", () => {
    expect(wholeOf(files, parts)).toEqual(outcomeOf(files, results))
  })

  it("has none while a file has none, or has changed since its run", () => {
    const [[first, outcome]] = [partOf("packages/wire/src/der.ts")]
    expect(wholeOf(files, { [first]: outcome })).toBeUndefined()
    expect(wholeOf(files, { ...parts, [first]: { ...outcome, digest: "0".repeat(16) } })).toBeUndefined()
  })
})
