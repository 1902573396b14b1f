import { expect, it } from "vitest"
import { measure } from "../src/inProcess/measure.ts"
import { inProcessPage } from "../src/inProcess/page.ts"
import { settingsOf } from "../src/run/Cell.ts"

const FEW = { users: 8, warm: 64, calls: 8, rounds: 1, seconds: 10, profiled: 32 }

it("measures each call beside the floor, and profiles at least 85 % of the samples by part", async () => {
  const made = await measure(FEW)
  expect(made.rows.map(({ name }) => name)).toEqual([
    "signed leg 1",
    "signed legs 1 and 2",
    "external account create",
    "EMAIL_OTP login",
    "list sessions",
    "leg 2 without a new key, against a bare check"
  ])
  for (const { floor, ours, ratio } of made.rows) {
    expect(ours).toBeGreaterThan(0)
    expect(ratio.median).toBeCloseTo(ours / floor)
  }
  expect(made.profiles.map(({ name }) => name)).toEqual(["signed leg 1", "external account create"])
  for (const { parts, rest } of made.profiles) {
    const sum = parts.reduce((total, { share }) => total + share, 0)
    expect(sum).toBeGreaterThanOrEqual(0.85)
    expect(sum + rest).toBeCloseTo(1)
    expect(parts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Effect", "HTTP package", "core: operations", "memory store", "node:crypto"])
    )
  }
  const text = inProcessPage(made, { first: 300, steady: 200 }, "a machine")
  expect(text.split("\n").filter((line) => line.startsWith("| signed leg"))).toHaveLength(2)
  expect(text).toContain("| first 1,000 calls of a process against 1,000 warm ones, us | 300 against 200 | | 1.50 |")
})

it("rejects --record without --in-process", () => {
  expect(() => settingsOf(["--record"])).toThrow("--record")
  expect(settingsOf(["--in-process", "--record"])).toMatchObject({ isInProcess: true, isRecorded: true })
})
