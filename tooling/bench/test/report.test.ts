import { describe, expect, it } from "vitest"
import type { Sample } from "../src/run/cells.ts"
import { inTurn, spread } from "../src/run/figures.ts"
import { planOf, settingsOf } from "../src/run/plan.ts"
import { cellLines, cellTable, page } from "../src/run/report.ts"

const sample = (kind: Sample["kind"], round: number, rate: number): Sample => ({
  ...{ mount: "express", store: "postgres", flow: "signed leg 1", users: 8, kind, round, rate },
  ...(kind === "ours" ? { cpu: 250, postgres: 135, statements: 2 } : { cpu: 200, postgres: 90, statements: 1 }),
  p50: 2
})

describe("the figures of a run", () => {
  it("are the median, and the range of nearly all values", () => {
    expect(spread([5, 1, 4, 2, 3, 11, 7, 6, 8, 9, 10])).toEqual({ median: 6, p10: 2, p90: 10 })
  })

  it("are measured in turn, and every second round in reverse order", async () => {
    const requested: Array<string> = []
    const measured = await inTurn(["floor", "ours"], { rounds: 3 }, async (side, round) => {
      requested.push(side)
      return `${side} ${round}`
    })
    expect(requested).toEqual(["floor", "ours", "ours", "floor", "floor", "ours"])
    expect(measured).toEqual([
      ["floor 0", "floor 1", "floor 2"],
      ["ours 0", "ours 1", "ours 2"]
    ])
  })

  it("compare servers only within a round, so a slow minute affects both", () => {
    const [share, commit] = cellLines([
      ...[sample("floor", 0, 1000), sample("ours", 0, 900)],
      ...[sample("floor", 1, 100), sample("ours", 1, 90)],
      ...[sample("floor", 2, 400), sample("ours", 2, 200)]
    ])
    expect(share).toMatchObject({ median: 0.9, p10: 0.5, p90: 0.9 })
    expect(commit).toMatchObject({ section: "CPU of PostgreSQL", median: 1.5 })
  })

  it("report whether a goal is met, on the page too", () => {
    const samples = [sample("floor", 0, 1000), sample("ours", 0, 790)]
    const text = page("any machine", cellLines(samples))
    expect(text).toContain("| signed leg 1, 8 users | 0.79 | 0.79 to 0.79 | of the floor | >= 0.9 | no |")
    expect(page("any machine", cellLines([sample("floor", 0, 1000), sample("ours", 0, 900)]))).toContain(
      "| signed leg 1, 8 users | 0.90 | 0.90 to 0.90 | of the floor | >= 0.9 | yes |"
    )
    expect(cellTable(samples)).toContain(
      "| signed leg 1 | 8 | ours, express on postgres | 790 | 2.00 | 250 | 135 | 2.00 |"
    )
  })
})

describe("the command line", () => {
  it("selects flows by a part of their name, and rejects an unknown one", () => {
    const [group] = planOf(settingsOf(["--flow", "otp", "--quick"]))
    expect(group?.cells.map(({ flow, users }) => [flow.name, users])).toEqual([["EMAIL_OTP login", 8]])
    expect(() => planOf(settingsOf(["--flow", "legz"]))).toThrow("there is no flow legz")
    expect(() => settingsOf(["--rounds", "none"])).toThrow("--rounds takes a number above 0")
  })
})
