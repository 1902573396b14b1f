import { expect, it } from "vitest"
import { checked } from "../src/inProcess/crypto.ts"
import { inProcessPage, measure } from "../src/inProcess/measure.ts"
import { settingsOf } from "../src/run/plan.ts"

const FEW = { users: 8, calls: 8, rounds: 1, seconds: 10, profiled: 32 }

it("measures each call beside the floor, and profiles at least 85 % of the samples by part", async () => {
  const made = await measure(FEW, { first: 300, steady: 200 })
  expect(made.lines.map(({ name }) => name)).toEqual([
    "signed leg 1",
    "signed legs 1 and 2",
    "external account create",
    "EMAIL_OTP login",
    "list sessions",
    "leg 2 without a new key, against a bare check",
    "@turnkey/crypto against ours: verify a stamp, one of 64 sessions",
    "@turnkey/crypto against ours: verify a stamp, each of a new session",
    "signed leg 1: allocation a call",
    "signed leg 1: allocation a call of the floor",
    "signed leg 1: the first 1,000 calls of a process",
    "signed leg 1: 1,000 calls after 5,000 more",
    "signed leg 1: the first 1,000 calls against these",
    "access policy of 20 rules: decide one payment"
  ])
  for (const { median } of made.lines) expect(median).toBeGreaterThan(0)
  expect(made.profiles.map(({ name }) => name)).toEqual(["signed leg 1", "external account create"])
  for (const { parts, rest } of made.profiles) {
    const sum = parts.reduce((total, { share }) => total + share, 0)
    expect(sum).toBeGreaterThanOrEqual(0.85)
    expect(sum + rest).toBeCloseTo(1)
    expect(parts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Effect", "HTTP package", "core: operations", "memory store", "node:crypto"])
    )
  }
  expect(inProcessPage(made, "a machine")).toContain(
    "| signed leg 1: the first 1,000 calls against these | 1.50 | 1.50 to 1.50 | times | <= 1.6 | yes |"
  )
})

it("rejects a side that does not do its job", async () => {
  const calls = checked(
    (count) => new Array(count).fill(1),
    () => false
  )
  await expect(calls(1, (batch) => batch())).rejects.toThrow("did not do its job")
})

it("rejects --record without --in-process", () => {
  expect(() => settingsOf(["--record"])).toThrow("--record")
  expect(settingsOf(["--in-process", "--record"])).toMatchObject({ isInProcess: true, isRecorded: true })
})
