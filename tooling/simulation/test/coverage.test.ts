import { expect, it } from "vitest"
import { coverageOf, operations, refusals } from "../src/coverage.ts"
import { unreached } from "../src/unreached.ts"

it("the table of what no run reaches names operations and refusals that exist, each with a reason", () => {
  const known = new Set([...operations, ...refusals])
  expect([...unreached.keys()].filter((name) => !known.has(name))).toEqual([])
  for (const reason of unreached.values()) expect(reason).toMatch(/^[a-z].{10,}[^.]$/u)
})

it("coverage counts what was seen, tells the rest with a reason from what is missing, and knows each name", () => {
  const [refused = ""] = unreached.keys()
  const before = coverageOf({})
  expect(before.refusals.missing).not.toContain(refused)
  expect([before.operations.reached, before.refusals.explained]).toEqual([0, unreached.size])
  const after = coverageOf({
    [`refusal: ${refused.toLowerCase()}`]: 1,
    "POST /customers 409": 1,
    "GET /customers 200": 2,
    "fault: a node freezes": 3
  })
  expect([after.refusals.reached, after.refusals.explained]).toEqual([1, unreached.size - 1])
  expect(after.operations.missing).toContain("POST /customers")
  expect(after.operations.missing).not.toContain("GET /customers")
  expect(after.faults).toEqual([{ what: "a node freezes", times: 3 }])
})
