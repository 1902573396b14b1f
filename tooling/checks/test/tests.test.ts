import { expect, it } from "vitest"
import { problemsIn } from "../src/tests/problems.ts"

const http = 'import { createServer } from "node:http"\n'

it.each([
  ["a regular expression", "expect(found).toMatchObject({ code: /^[0-9]{6}$/u })"],
  ["a nested one", "expect(found).toMatchObject([{ inner: { code: /a/u } }])"],
  ["an empty object", "expect(found).toMatchObject({ data: {} })"],
  ["a promise's", "await expect(found).rejects.toMatchObject({ message: /a/u })"]
])("refuses %s in toMatchObject, which accepts every value there (GS13)", (_, line) => {
  expect(problemsIn("a.test.ts", line)).toEqual([expect.stringMatching(/^a\.test\.ts:1: toMatchObject accepts every/u)])
})

it.each([
  ["an expectation without a matcher", "expect(found)", "no matcher"],
  ["a matcher that is not called", "expect(found).toBeDefined", "no matcher"],
  ["a promise that is not matched", "await expect(found).rejects", "no matcher"],
  ["a poll without a matcher", "await expect.poll(() => found)", "no matcher"],
  ["a failure of any kind", 'it.fails("is exempt", run)', "takes any failure"],
  ["any failure of a list", "describe.each(all).fails(name, run)", "takes any failure"],
  ["a value of any kind", "expect(found).toEqual({ id: expect.anything() })", "every value"],
  ["an error of any kind", "await expect(made()).rejects.toThrow()", "every error"],
  ["a constant as the subject", "expect(true).toBe(true)", "is a constant"],
  ["an empty text", 'expect(found).toContain("")', "every value"],
  ["an empty pattern", "expect(found).toMatch(/.*/u)", "every value"],
  ["an empty list", "expect(found).toEqual(expect.arrayContaining([]))", "every value"],
  ["an empty object", "expect(found).toEqual([expect.objectContaining({})])", "every value"]
])("refuses %s (GS13): %s", (_, line, problem) => {
  expect(problemsIn("a.test.ts", line)).toEqual([expect.stringContaining(problem)])
})

it.each([
  "createServer((request, response) => response.end())",
  "const server = createServer()",
  "createServer({ noDelay: true }, listener)"
])("refuses a server of a test that closes idle connections under its client: %s (GT12)", (line) => {
  expect(problemsIn("a.test.ts", `${http}${line}`)).toEqual([
    expect.stringMatching(/^a\.test\.ts:2: .*keepAliveTimeout/u)
  ])
})

it("refuses a browser in npm test, which has one journey (GT12)", () => {
  const line = 'import { browser } from "@countersign/harness/browser/chromium"'
  const inFile = (file: string) => problemsIn(`packages/react/test/${file}`, line).length
  expect(
    ["a.test.ts", "a.test.tsx", "a.gate.test.ts", "a.slow.test.ts", "browser/journey.test.ts"].map(inFile)
  ).toEqual([...[1, 1, 0, 0, 0]])
})

it.each([
  "expect(found).toMatchObject({ code: expect.stringMatching(/a/u), at: 4 })",
  "expect(found).toMatchObject({ name: names.find((name) => /a/u.test(name)) })",
  "expect(found).toEqual({ data: {} })",
  "expect(make).not.toThrow()",
  "await expect.poll(() => found).toBe(4)",
  "expect.assertions(2)",
  `${http}createServer({ keepAliveTimeout: 600_000 }, listener)`,
  'import { createServer } from "node:net"\ncreateServer()'
])("accepts %s", (line) => {
  expect(problemsIn("a.test.ts", line)).toEqual([])
})
