import { describe, expect, it } from "vitest"
import { replyOf } from "../src/load/reply.ts"
import { floorLines, rowsOf } from "../src/report/floorLines.ts"
import { page } from "../src/report/page.ts"
import { planOf, type Sample, settingsOf, spread } from "../src/run/Cell.ts"

const sample = (kind: Sample["kind"], round: number, rate: number): Sample => ({
  ...{ mount: "express", store: "postgres", flow: "signed leg 1", users: 8, kind, round, rate },
  ...{ p50: 2, cpu: kind === "ours" ? 250 : 200, postgres: 90, statements: kind === "ours" ? 2 : 1 }
})

describe("the figures of a run", () => {
  it("are the median, and the range of nearly all values", () => {
    expect(spread([5, 1, 4, 2, 3, 11, 7, 6, 8, 9, 10])).toEqual({ median: 6, p10: 2, p90: 10 })
  })

  it("compare servers only within a round, so a slow minute affects both", () => {
    const [row] = rowsOf([
      ...[sample("floor", 0, 1000), sample("ours", 0, 900)],
      ...[sample("floor", 1, 100), sample("ours", 1, 90)],
      ...[sample("floor", 2, 400), sample("ours", 2, 200)]
    ])
    expect(row?.ratio).toEqual({ median: 0.9, p10: 0.5, p90: 0.9 })
    expect(row?.cpuAbove?.median).toBe(50)
  })

  it("report whether a goal is met, on the page too", () => {
    const samples = [sample("floor", 0, 1000), sample("ours", 0, 790)]
    const lines = floorLines(rowsOf(samples))
    expect(lines.map(({ holds, section }) => [section, holds])).toEqual([
      ["Share of the floor, 8 users", false],
      ["Processor time above the floor", true],
      ["Statements", true]
    ])
    const machine = {
      processor: "any",
      cores: 2,
      gigabytes: 8,
      system: "Linux",
      node: "v20",
      postgres: "18",
      busy: 0,
      date: "-"
    }
    expect(page({ machine, lines, samples })).toContain(
      "| signed leg 1, 8 users | 0.79 | 0.79 to 0.79 | of the floor | 0.8 | no |"
    )
  })
})

describe("a reply", () => {
  const head = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n"

  it("is returned after its whole body has arrived", () => {
    expect(replyOf(`${head}hell`)).toBeUndefined()
    const reply = replyOf(`${head}hello`)
    expect([reply?.status, reply?.body, reply?.headers["set-cookie"]]).toEqual([200, "hello", ["a=1", "b=2"]])
  })

  it("may be chunked", () => {
    const chunks = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n"
    expect(replyOf(chunks)).toBeUndefined()
    expect(replyOf(`${chunks}0\r\n\r\n`)?.body).toBe("hello world")
  })
})

describe("the command line", () => {
  it("selects flows by a part of their name, and rejects an unknown one", () => {
    const [group] = planOf(settingsOf(["--flow", "otp", "--quick"]))
    expect(group?.cells.map(({ flow, users }) => [flow, users])).toEqual([["EMAIL_OTP login", 8]])
    expect(() => planOf(settingsOf(["--flow", "legz"]))).toThrow("there is no flow legz")
    expect(() => settingsOf(["--rounds", "none"])).toThrow("--rounds takes a number above 0")
  })
})
