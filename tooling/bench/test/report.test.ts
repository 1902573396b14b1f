import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Costs, Ran, Sample } from "../src/run/cells.ts"
import { inTurn, spread } from "../src/run/figures.ts"
import { settingsOf } from "../src/run/plan.ts"
import { cellLines, details, type Line, page, READS, type Report, withRatios } from "../src/run/report.ts"

const COSTS: Costs = { cpu: 250, others: 30, postgres: 135, statements: 2 }

const sample = (kind: Sample["kind"], round: number, rate: number): Sample => {
  const flow = kind === "better-auth" ? "better-auth: session check" : "signed leg 1"
  return { ...COSTS, flow, users: 8, kind, round, rate, p50: 2 }
}

const cell = { kind: "ours", users: 8 } as const
const login = { ...cell, flow: "EMAIL_OTP login" }
const NONE: Ran = { samples: [], writes: [], budgets: [], firsts: [] }

const rowsOf = (samples: ReadonlyArray<Sample>, more: Partial<Ran> = {}): string => {
  const ran = { ...NONE, samples, ...more }
  const report: Report = { ...ran, where: "any machine", warm: 5000, lines: cellLines(ran) }
  return `${page(report)}${details(report)}`
}

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

  it("have no round that begins after the limit, and three in any case", async () => {
    const measured = await inTurn(["ours"], { rounds: 9, until: 0 }, async (_, round) => round)
    expect(measured).toEqual([[0, 1, 2]])
  })

  it("compare servers only within a round, so a slow minute affects both", () => {
    const samples = [
      ...[sample("floor", 0, 1000), sample("ours", 0, 900), sample("better-auth", 0, 300)],
      ...[sample("floor", 1, 100), sample("ours", 1, 90), sample("better-auth", 1, 45)],
      ...[sample("floor", 2, 400), sample("ours", 2, 200), sample("better-auth", 2, 50)]
    ]
    const [share, peer] = cellLines({ ...NONE, samples })
    expect(share).toMatchObject({ median: 0.9, p10: 0.5, p90: 0.9, goal: [">=", 1.2] })
    expect(peer).toMatchObject({ median: 3, p10: 2, p90: 4, goal: [">=", 6] })
  })

  it("name a goal that is missed", () => {
    expect(rowsOf([sample("floor", 0, 1000), sample("ours", 0, 1190)])).toContain(
      "| signed leg 1, 8 users | 1.19 |  | of the floor | >= 1.2 | missed |"
    )
    expect(rowsOf([sample("floor", 0, 1000), sample("ours", 0, 1200)])).toContain(
      "| signed leg 1, 8 users | 1.20 |  | of the floor | >= 1.2 | yes |"
    )
  })

  it("are rates, and CPU of all threads, of those beside the main one, and of PostgreSQL", () => {
    expect(rowsOf([sample("ours", 0, 790)])).toContain(
      "| signed leg 1 | 8 | ours | 790 | 2.00 | 250 | 30 | 135 | 2.00 |"
    )
  })

  it("have what a login writes, and what the first requests of a process cost beside warm ones", () => {
    const text = rowsOf([sample("ours", 0, 790)], {
      writes: [{ ...login, rows: 8.5, wal: 7900 }],
      firsts: [{ ...cell, flow: "signed leg 1", ...COSTS, cpu: 500, requests: 1000 }]
    })
    expect(text).toContain("| EMAIL_OTP login, 8 users | 8.50 |  | row versions | <= 8 | missed |")
    expect(text).toContain("| EMAIL_OTP login, 8 users | 7.90 |  | kB of WAL | <= 8 | yes |")
    expect(text).toContain(
      "| signed leg 1, the first 1000 requests, ours | 2.00 |  | times a warm one | <= 1.6 | missed |"
    )
  })

  it("have the cost of a flow in reads, with both legs of a call", () => {
    const reads = { ...sample("ours", 0, 900), flow: "list sessions", cpu: 100, postgres: 10 }
    const lines = cellLines({ ...NONE, samples: [{ ...sample("ours", 0, 900), flow: "signed legs 1 and 2" }, reads] })
    expect(lines.filter(({ section }) => section === READS)).toMatchObject([
      { name: "signed legs 1 and 2, 8 users", median: 7 }
    ])
  })

  it("have a budget of the main thread by layer", () => {
    const parts = { Effect: 0.25, "garbage collection": 0.5, "native code": 0.25 }
    expect(rowsOf([{ ...sample("ours", 0, 100), ...login }], { budgets: [{ ...login, parts }] })).toContain(
      "| EMAIL_OTP login | 8 | ours | 0 | 0 | 0 | 0 | 0 | 0 | 55 | 0 | 0 | 110 | 55 | 30 | 135 |"
    )
  })
})

describe("docs/performance.md", () => {
  it("has the ratios to the floor alone", () => {
    const reads = { ...sample("ours", 0, 900), flow: "list sessions", cpu: 100, postgres: 10 }
    const both = [sample("floor", 0, 1000), sample("ours", 0, 900), reads]
    expect(withRatios("<!-- of the last benchmark -->\n<!-- end -->\n", cellLines({ ...NONE, samples: both }))).toBe(
      "<!-- of the last benchmark -->\n| Flow | Of the floor, 8 users |\n| --- | ---: |\n| signed leg 1 | 0.9 |\n<!-- end -->\n"
    )
  })

  const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8")

  it("has the ratios of the last recorded run", () => {
    const { lines }: { readonly lines: ReadonlyArray<Line> } = JSON.parse(read("generated/bench.json"))
    const text = read("performance.md")
    expect(text).toBe(withRatios(text, lines))
    expect(withRatios(text, [])).not.toBe(text)
  })
})

describe("the command line", () => {
  it("selects flows by a part of their name, and rejects an unknown one", () => {
    const { cells } = settingsOf(["--flow", "otp", "--quick"])
    expect([cells.flows.map(({ name }) => name), cells.users, cells.warm]).toEqual([["EMAIL_OTP login"], [8], 5000])
    expect(() => settingsOf(["--flow", "legz"])).toThrow("there is no flow legz")
    expect(() => settingsOf(["--rounds", "none"])).toThrow("--rounds takes a number above 0")
  })

  it("records whole runs alone", () => {
    expect(settingsOf([]).out).toMatch(/docs\/generated$/u)
    for (const part of [["--flow", "otp"], ["--quick"], ["--in-process"], ["--smallest"], ["--profile", "profiles"]]) {
      expect(settingsOf(part).out).toBeUndefined()
    }
    expect(settingsOf(["--smallest", "--out", "elsewhere"]).out).toBe("elsewhere")
  })
})
