import { expect, it } from "vitest"
import { coverageOf, operations, refusals } from "../src/coverage.ts"
import { transitions } from "../src/transitions.ts"
import { unreached } from "../src/unreached.ts"

it("the table of what no run reaches names operations, refusals and transitions that exist, each with a reason", () => {
  const known = new Set([...operations, ...refusals, ...transitions])
  expect([...unreached.keys()].filter((name) => !known.has(name))).toEqual([])
  for (const reason of unreached.values()) expect(reason).toMatch(/^[a-z].{10,}[^.]$/u)
})

it("coverage counts what was seen, and lists the rest with its reason or as missing", () => {
  const [refused = ""] = unreached.keys()
  const before = coverageOf({})
  expect(before.refusals.missing).not.toContain(refused)
  expect([before.operations.reached, before.refusals.explained.length]).toEqual([0, 8])
  const after = coverageOf({
    [`refusal: ${refused.toLowerCase()}`]: 1,
    "POST /customers 409": 1,
    "GET /customers 200": 2,
    "transition: Session Active RevokeSigned": 1,
    "fault: a node freezes": 3
  })
  expect([after.refusals.reached, after.refusals.explained.length]).toEqual([1, 7])
  expect(after.operations.missing).toContain("POST /customers")
  expect(after.operations.missing).not.toContain("GET /customers")
  expect([before.transitions.reached, after.transitions.reached]).toEqual([0, 1])
  expect(after.faults).toEqual([{ what: "a node freezes", times: 3 }])
})
