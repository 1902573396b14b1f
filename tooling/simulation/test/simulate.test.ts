import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { coverageOf } from "../src/coverage.ts"
import { hunt, withPlanted } from "../src/mutants.ts"
import { planted } from "../src/planted.ts"
import { pageOf, recorded } from "../src/record.ts"
import { run } from "../src/runs.ts"
import { shrunk } from "../src/shrink.ts"
import { story } from "../src/story.ts"

const given = { seed: 20_251_013, days: 2, people: 8, nodes: 3 }

describe("a simulated run", () => {
  it("violates no invariant, and has the same history in a second run", async () => {
    const [one, other] = await Promise.all([run(given), run(given)])
    expect([one.violations, other.violations]).toEqual([[], []])
    expect(one.digest).toBe(other.digest)
    expect(one.digest).not.toBe((await run({ ...given, seed: 7 })).digest)
    const { faults, operations } = coverageOf(one.seen)
    expect(operations.reached).toBeGreaterThan(60)
    expect(faults.length).toBeGreaterThan(5)
  })
})

describe("a planted fault", () => {
  it.each(planted.slice(0, 2))("violates $violates: $removes", async ({ violates, ...mutant }) => {
    const found = await hunt(mutant, { days: 7, people: 12, nodes: 3 }, 8)
    expect(found.invariant).toBe(violates)
  })

  it("has a row in the table of the last runs, by the invariant that it violates", () => {
    const rows = recorded().planted.map(({ removes, row, violates }) => ({ row, removes, violates }))
    expect(rows).toEqual(planted)
    expect(rows.length).toBeGreaterThanOrEqual(40)
    const committed = readFileSync(new URL("../../../docs/generated/simulation.md", import.meta.url), "utf8")
    expect(pageOf(recorded())).toBe(committed)
  })

  it("is shrunk to a story of few acts", async () => {
    const uncounted = { row: "O4", removes: "a wrong code is not counted in the store" }
    await withPlanted(uncounted, async (program) => {
      const failing = await run({ ...given, seed: 3 }, program)
      expect(failing.violations).toMatchObject([{ invariant: "I15" }])
      const { only, outcome } = await shrunk({ ...given, seed: 3 }, failing, program, 12)
      expect(only.length).toBeLessThan(failing.acts.length / 2)
      expect(story({ ...outcome, acts: failing.acts }, only)[0]).toMatch(/^seed 3: I15 is violated: /u)
    })
  })
})
