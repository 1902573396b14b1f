import { expect, it } from "vitest"
import { problemsIn } from "../src/tests/problems.ts"
import { unreviewed } from "../src/tests/timings.ts"

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

it.each([
  ["a fixed wait", "await new Promise((resolve) => setTimeout(resolve, 50))", "waits for a duration"],
  ["a wait by a timer's promise", 'import { setTimeout } from "node:timers/promises"\nawait setTimeout(50)', "waits"],
  ["a wait of a fiber on the real clock", 'Effect.sleep("50 millis")', "waits"],
  ["a wait for at most a second", "await vi.waitFor(() => expect(state).toBe(1))", "waits"],
  ["a wait until a moment", "await expect.poll(() => Date.now()).toBeGreaterThan(until)", "waits"],
  ["a bound on a duration", "expect(performance.now() - began).toBeLessThan(500)", "bounds a duration"],
  [
    "a bound on its name",
    "const took = Date.now() - began\nexpect([status, took < 500]).toEqual([200, true])",
    "bounds"
  ],
  ["one on the longest", "all.push(Date.now() - began)\nexpect(Math.max(...all)).toBeLessThan(500)", "bounds"],
  [
    "one on its percentile",
    "all.push(Date.now() - began)\nconst p99 = last(all)\nexpect(p99).toBeLessThan(9)",
    "bounds"
  ],
  ["a poll for nothing", "await expect.poll(() => waiting()).toEqual([])", "polls for nothing"],
  ["a poll for none", "await expect.poll(count, { interval: 5 }).toBe(0)", "polls for nothing"]
])("refuses %s, which decides by time (GS11)", (_, line, problem) => {
  const source = `const began = ${line.includes("Date") ? "Date" : "performance"}.now()\n${line}`
  expect(unreviewed("a.test.ts", source)).toEqual([expect.stringContaining(problem)])
})

it.each([
  "await expect.poll(() => calls).toBe(3)",
  "await expect.poll(() => calls).not.toBe(0)",
  "const timer = setTimeout(stop)",
  "expect(performance.now() - began).toBeGreaterThan(90)",
  "expect(performance.now() - began).toBeLessThan(limit(500))",
  "const took = performance.now() - began\nexpect(took < limit(500)).toBe(true)",
  "const LIMIT = limit(500)\nconst took = performance.now() - began\nexpect(took).toBeLessThan(LIMIT)",
  "const took = performance.now() - began\nfigure(took)",
  'import { TestClock } from "effect/testing"\nEffect.sleep("50 millis")'
])("accepts %s, which decides by no time (GS11)", (line) => {
  expect(unreviewed("a.test.ts", `const began = performance.now()\n${line}`)).toEqual([])
})

it("names a place beside the reviewed ones, and a review whose place is gone (GS11)", () => {
  const reviewed = [{ file: "a.test.ts", kind: "polls", places: 1 }]
  const poll = "await expect.poll(count).toBe(0)"
  const found = ["", poll, `${poll}\n${poll}`].map((source) => unreviewed("a.test.ts", source, reviewed))
  expect(found).toEqual([
    ["a.test.ts: reviewed.md lists 1 places of the kind polls, it has 0"],
    [],
    [1, 2].map((line) => expect.stringContaining(`a.test.ts:${line}: the test polls for nothing`))
  ])
})
