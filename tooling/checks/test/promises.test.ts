import { expect, it } from "vitest"
import { promiseProblems } from "../src/promises/problems.ts"

const files = new Map([
  ["a.md", "Nothing is\nsigned twice."],
  ["a.ts", "/**\n * Nothing is\n * signed twice.\n */"],
  ["a.test.ts", 'it("I1: signs once", () => {})']
])
const read = (path: string) => files.get(path)

it("accepts a promise whose words and test are there, over the lines of a page or a comment", () => {
  const claim = ["Nothing is signed twice", "a.test.ts", "signs once"] as const
  expect(promiseProblems({ "a.md": [claim], "a.ts": [claim] }, read)).toEqual([])
})

it.each([
  ["a removed claim", { "a.md": [["It is signed", "a.test.ts", "signs once"]] }, "no longer says"],
  ["a removed page", { "b.md": [["signed twice", "a.test.ts", "signs once"]] }, "no longer says"],
  ["a removed test", { "a.md": [["signed twice", "a.test.ts", "signs never"]] }, "has no test"],
  ["a removed test file", { "a.md": [["signed twice", "b.test.ts", "signs once"]] }, "has no test"]
] as const)("refuses %s", (_, listed, problem) => {
  expect(promiseProblems(listed, read)).toEqual([expect.stringContaining(problem)])
})
